import assert from "node:assert/strict";
import { test } from "node:test";
import { caseEntries } from "./sidebar.mjs";

test("cases keep their order, groups stand where their first case does", () => {
  const entries = caseEntries([
    { title: "Strong <1>", page: "scaling/strong", group: "Scaling" },
    { title: "Hybrid", page: "hybrid", group: null },
    { title: "Weak", page: "scaling/weak", group: "Scaling" },
  ]);
  assert.deepEqual(entries, [
    {
      label: "Scaling",
      items: [
        { label: "Strong <1>", link: "/catalogue/scaling/strong/" },
        { label: "Weak", link: "/catalogue/scaling/weak/" },
      ],
    },
    { label: "Hybrid", link: "/catalogue/hybrid/" },
  ]);
});
