import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_FILE_BYTES } from "#lib/emr/http/file-size";
import { type EmrDocument, EmrError } from "#lib/emr/port/port";
import { forgetSingleton } from "#lib/kernel/singleton";
import { type FakeEmr, fakeEmr, fakeList } from "#lib/testing/fake-emr";
import { fakeDocument, several } from "#lib/testing/fake-records";
import { type InterfaceOnlyServer, startInterfaceOnlyServer } from "#lib/testing/interface-only-server";
import { linkRemote } from "#lib/testing/link-remote";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { syncAccount, syncOver } from "./sync-account.ts";

process.env.SEED = "demo";
const database = testDatabase();
let account: TestAccount;

const stored = () =>
  database.asOwner<{ id: string; name: string; type: string; size: number }>(
    `SELECT emr_id AS id, file_name AS name, mime_type AS type, octet_length(content) AS size
     FROM document d JOIN document_content c ON c.document_id = d.id
     WHERE d.linked_account_id = $1 ORDER BY emr_id`,
    [account.tenant.linkedAccountId],
  );

describe("the file of a document", () => {
  let emr: FakeEmr;

  beforeEach(async () => {
    account = await makeLinkedAccount();
    emr = fakeEmr();
  });

  const sync = () =>
    syncOver(account.tenant, emr.connection, {
      emrType: "sandbox",
      linkVersion: 0,
      requestedAt: new Date(),
      acceptHeld: [],
    });
  const list = (change: (number: number) => Partial<EmrDocument> = () => ({})) => {
    emr.records.documents = fakeList<"documents">(several(4, (number) => fakeDocument(number, change(number))));
  };

  it("is read if it is new or has another version, whatever else the list says", async () => {
    list();
    await sync();
    expect(emr.fileReads).toEqual(["DOC-1", "DOC-2", "DOC-3", "DOC-4"]);
    list((number) => (number === 3 ? { version: "2" } : { fileName: "renamed.txt", size: 1 }));
    await sync();
    expect(emr.fileReads.slice(4)).toEqual(["DOC-3"]);
    expect((await stored()).map(({ name, size }) => [name, size])).toEqual([
      ["renamed.txt", 12],
      ["renamed.txt", 12],
      ["letter.txt", 12],
      ["renamed.txt", 12],
    ]);
    await sync();
    expect(emr.fileReads).toHaveLength(5);
  });

  it("is stored if the limit of calls ends the reading after it, and is not read again", async () => {
    list();
    emr.pageSize = 4;
    const { readDocuments } = emr.connection;
    emr.connection.readDocuments = async function* (ids, signal) {
      let files = 0;
      for await (const file of readDocuments(ids, signal)) {
        if (files++ === 2) throw new EmrError("passing", "The EMR asked for time", { limited: true });
        yield file;
      }
    };
    await expect(sync()).rejects.toMatchObject({ limited: true });
    expect((await stored()).map(({ id }) => id)).toEqual(["DOC-1", "DOC-2"]);
    emr.fileReads = [];
    emr.connection.readDocuments = readDocuments;
    await sync();
    expect(emr.fileReads).toEqual(["DOC-3", "DOC-4"]);
    expect(await stored()).toHaveLength(4);
  });
});

describe("documents that a remote lists by their ids alone", () => {
  let remote: InterfaceOnlyServer;

  beforeAll(async () => {
    forgetSingleton("environment");
    remote = await startInterfaceOnlyServer();
    account = await makeLinkedAccount({ emrType: "records_api" });
    await linkRemote(database, account, remote);
  });
  afterAll(() => remote.stop());

  it("are read once, with the name and type of their file", { tags: "long" }, async () => {
    const letter = { name: "letter.pdf", type: "application/pdf", content: Buffer.from("%PDF-1.7") };
    for (const id of ["d1", "d2", "d3"]) remote.files.set(id, letter);
    remote.records.referrals = [{ id: "r".repeat(32), status: "New", document_ids: ["d1", "d2"] }];
    await syncAccount(account.tenant);
    expect(remote.fileReads).toEqual(["d1", "d2"]);
    remote.records.referrals = [{ id: "r".repeat(32), status: "New", document_ids: ["d1", "d2", "d3"] }];
    await syncAccount(account.tenant);
    await syncAccount(account.tenant);
    expect(remote.fileReads).toEqual(["d1", "d2", "d3"]);
    expect(await stored()).toEqual(
      ["d1", "d2", "d3"].map((id) => ({ id, name: "letter.pdf", type: "application/pdf", size: 8 })),
    );
  });

  it("are set aside with the reason if their file is too large, and stored up to that", { tags: "long" }, async () => {
    const scan = { name: "scan.pdf", type: "application/pdf" };
    remote.files.set("large", { ...scan, content: Buffer.alloc(20 * 1024 * 1024) });
    remote.files.set("huge", { ...scan, content: Buffer.alloc(MAX_FILE_BYTES + 1) });
    remote.records.referrals = [{ id: "r".repeat(32), status: "New", document_ids: ["d1", "huge", "large"] }];
    await syncAccount(account.tenant);
    expect((await stored()).map(({ id, size }) => [id, size])).toEqual([
      ["d1", 8],
      ["large", 20 * 1024 * 1024],
    ]);
    const [row] = await database.asOwner<{ status: string; reasons: string[] }>(
      `SELECT status, array(SELECT ehr_id || ': ' || reason FROM sync_set_aside AS aside
         WHERE aside.linked_account_id = k.linked_account_id AND aside.kind = k.kind) AS reasons
       FROM sync_kind AS k WHERE kind = 'documents' AND linked_account_id = $1`,
      [account.tenant.linkedAccountId],
    );
    expect(row).toEqual({ status: "fresh", reasons: ["huge: The EMR's answer is larger than 64 MB"] });
  });
});
