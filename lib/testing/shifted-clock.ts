// Shifts the clock of a process that a test starts with `--import`, by CLOCK_SHIFT_MS.
const Real = Date;
const shifted = () => Real.now() + Number(process.env.CLOCK_SHIFT_MS);

globalThis.Date = new Proxy(Real, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [shifted()] : given),
  get: (target, name) => (name === "now" ? shifted : Reflect.get(target, name)),
});
