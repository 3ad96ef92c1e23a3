/**
 * Lets `instanceof` recognize the values of a class by its name, whichever copy of its module made them: the server and
 * the framework's bundle each load one, and share what is kept per process (see `singleton`). Called in a static block.
 */
export function brand(branded: { prototype: object }, name: string): void {
  const mark = Symbol.for(`crc.class.${name}`);
  Object.defineProperty(branded.prototype, mark, { value: true });
  Object.defineProperty(branded, Symbol.hasInstance, {
    value(this: unknown, given: unknown) {
      // A class that extends a branded one inherits this property.
      if (this !== branded) return Function.prototype[Symbol.hasInstance].call(this, given);
      return typeof given === "object" && given !== null && mark in given;
    },
  });
}
