import type { TabBrowser } from "#lib/browser/live/shared-stream";
import type { TabLocks } from "#lib/browser/live/tab-lead";

type Task = () => void;

/** A browser tab. Tasks of a frozen tab are queued, as in a browser, and run in order when the tab wakes up. */
export class FakeTab implements TabBrowser {
  readonly #browser: FakeTabs;
  readonly locks: TabLocks;
  readonly #waiting: Task[] = [];
  #frozen = false;
  #acts: { every: number; at: number; act: Task }[] = [];

  constructor(browser: FakeTabs) {
    this.#browser = browser;
    this.locks = { request: (name, options, callback) => browser.request(this, name, options, callback) };
  }

  get frozen(): boolean {
    return this.#frozen;
  }

  freeze(): void {
    this.#frozen = true;
  }

  /** Wakes the tab up: runs `first`, such as data received on the tab's connection, and then the queued tasks. */
  wake(first: Task = () => undefined): void {
    this.#frozen = false;
    first();
    for (const task of this.#waiting.splice(0)) task();
  }

  run(task: Task): void {
    if (this.#frozen) this.#waiting.push(task);
    else queueMicrotask(() => (this.#frozen ? this.#waiting.push(task) : task()));
  }

  openChannel(name: string) {
    return this.#browser.openChannel(this, name);
  }

  every(milliseconds: number, act: Task): Task {
    const entry = { every: milliseconds, at: this.#browser.now + milliseconds, act };
    this.#acts.push(entry);
    return () => {
      this.#acts = this.#acts.filter((each) => each !== entry);
    };
  }

  /** Runs due interval callbacks; a frozen tab misses them. */
  tick(now: number): void {
    for (const entry of this.#acts) {
      if (entry.at > now) continue;
      entry.at = now + entry.every;
      if (!this.#frozen) entry.act();
    }
  }
}

interface Holder {
  tab: FakeTab;
  lose: () => void;
}

interface Waiting {
  tab: FakeTab;
  grant: () => void;
}

type Channel = ReturnType<TabBrowser["openChannel"]>;

/** Tabs of one browser, with channels, locks and a manual clock. */
export class FakeTabs {
  now = 0;
  readonly #tabs: FakeTab[] = [];
  readonly #channels = new Map<string, { tab: FakeTab; channel: Channel }[]>();
  readonly #held = new Map<string, Holder>();
  readonly #queues = new Map<string, Waiting[]>();

  tab(): FakeTab {
    const tab = new FakeTab(this);
    this.#tabs.push(tab);
    return tab;
  }

  /** Advances the clock in steps of 250 ms and runs all resulting tasks. */
  async pass(milliseconds: number): Promise<void> {
    for (const end = this.now + milliseconds; this.now < end; ) {
      this.now += 250;
      for (const tab of this.#tabs) tab.tick(this.now);
      await this.settle();
    }
  }

  /** Runs all tasks that do not depend on time. */
  settle(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  openChannel(tab: FakeTab, name: string): Channel {
    const members = this.#channels.get(name) ?? [];
    this.#channels.set(name, members);
    const channel: Channel = {
      onmessage: null,
      postMessage: (data) => {
        for (const other of members) {
          if (other.channel === channel) continue;
          const event = new MessageEvent("message", { data: structuredClone(data) });
          other.tab.run(() => other.channel.onmessage?.call(other.channel as BroadcastChannel, event));
        }
      },
      close: () => {
        const place = members.findIndex((each) => each.channel === channel);
        if (place >= 0) members.splice(place, 1);
      },
    };
    members.push({ tab, channel });
    return channel;
  }

  request(
    tab: FakeTab,
    name: string,
    { signal, steal }: { signal?: AbortSignal; steal?: boolean },
    callback: () => Promise<void>,
  ): Promise<unknown> {
    const queue = this.#queues.get(name) ?? [];
    this.#queues.set(name, queue);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const grant = () => {
      const holder: Holder = { tab, lose: () => reject(new DOMException("stolen", "AbortError")) };
      this.#held.set(name, holder);
      const release = () => {
        if (this.#held.get(name) !== holder) return;
        this.#held.delete(name);
        queue.shift()?.grant();
      };
      tab.run(() => void callback().then(resolve, reject).finally(release));
    };
    const entry = { tab, grant };
    signal?.addEventListener("abort", () => {
      const place = queue.indexOf(entry);
      if (place >= 0) queue.splice(place, 1);
      reject(new DOMException("aborted", "AbortError"));
    });
    const held = this.#held.get(name);
    if (held && !steal) queue.push(entry);
    else {
      held?.tab.run(held.lose);
      grant();
    }
    return promise;
  }
}
