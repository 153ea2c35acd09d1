/**
 * Shape of the data behind the pages: what `scope-profiler site` writes into `<page>.data.json`.
 *
 * Every text is finished (units, rounding, signs) and is data, never markup: components print it
 * escaped. The one exception are fields named `*_html`, which the program made from Markdown with raw
 * HTML switched off. Numbers beside texts are for sorting, bars and computing in the browser: seconds in
 * `*_s`, percent in `*_pct`. Addresses of pages (`href`) carry the base path; addresses of data
 * (`src`, `url`) start with `/catalogue/` and do not: components put `import.meta.env.BASE_URL` before them.
 */

/** A link to a page. `href` is null for a page that does not exist. */
export interface Link { text: string; href: string | null }
/** A short fact with an optional longer form for a tooltip. */
export interface Chip { text: string; title: string | null }
/** `""` neutral, `warn` worth a look, `good` faster, `bad` slower. Never shown by colour alone. */
export type Tone = "" | "warn" | "good" | "bad";
/** Running text with links in it: to a region's first row, or to an anchor of the page. */
export type Part = { text: string } | { region: string } | { anchor: string; text: string };

// ---------------------------------------------------------------- run page

export interface RunPage {
  kind: "run";
  /** Label of the run. */
  label: string;
  /** Chips under the title: file, recorded, host, processor, ranks, regions, time profiled. */
  meta: Chip[];
  trail: { up: Link; previous: Link | null; next: Link | null };
  /** Doubts about the figures (a rank without call tree, statistics only); shown before everything else. */
  notes: string[];
  filter: Filter;
  summary: Summary | null;
  hotspots: Hotspot[];
  regions: RegionTable;
  balance: Balance | null;
  matrix: Matrix | null;
  /** Line profiles of functions whose region is not in the table. */
  line_profiles: FunctionProfile[];
  hardware: HardwarePanel[];
  charts: Charts | null;
  images: Image[];
  files: Attachment[];
  metadata: [string, string][];
}

/** What the filter bar needs. Regions are selected by name everywhere on a page. */
export interface Filter {
  /** Largest first. `depth` is the smallest nesting depth (0 = top), null if unknown. */
  regions: { name: string; seconds: number; depth: number | null }[];
  /** Largest depth; 0 = no nesting, no depth slider. */
  max_depth: number;
  /** How many regions the slider opens on (at most 500), null = all. */
  top: number | null;
}

export interface Summary { kpis: Kpi[]; findings: { tone: Tone; parts: Part[] }[] }
export interface Kpi { label: string; value: Part; detail: string; tone: Tone }

export interface Hotspot {
  rank: number;
  region: string;
  /** Names of the enclosing regions, outermost first, without the session. */
  context: string[];
  /** leaf: a region without children; own: own time of a region with children; outside: session time in no region. */
  kind: "leaf" | "own" | "outside";
  time_s: number;
  share_pct: number;
  share: string;
  /** `83.4 ms`, `20 calls`, `4.17 ms/call`. */
  details: string[];
  /** `slowest rank +33%`, null when balanced. */
  flag: string | null;
}

/** A value in a cell; `value` sorts (null last). */
export interface Cell { text: string; value: number | string | null }
export interface Column { key: string; header: string; numeric: boolean }

export interface RegionTable {
  /** First column is the region's name (`key: "region"`), whose cell text has no indent or glyphs. */
  columns: Column[];
  /** Pre-order of the call tree. */
  rows: RegionRow[];
  /** Sentences under the table: what the columns mean. */
  notes: string[];
  /** Per region name, for the row's fold-out. */
  details: Record<string, RegionDetail>;
  /** Column headers of `RegionDetail.ranks`. */
  rank_columns: string[];
}
export interface RegionRow {
  /** Anchor of the row. */
  id: string;
  region: string;
  /** Call path, root first; empty for a row without one. */
  path: string[];
  depth: number;
  /** Index of the parent row. */
  parent: number | null;
  has_children: boolean;
  recursive: boolean;
  /** One cell per column. */
  cells: Cell[];
  /** Row total / largest total, 0..100; null without time. */
  bar_pct: number | null;
  /** The row's `(own)` line: cells per column ("" where not applicable); null for rows without children. */
  own: { cells: Cell[]; bar_pct: number | null } | null;
  /** Call durations in seconds for the trend line (<= 200 points, >= 2) and a sentence that says the same. */
  trend: { durations_s: number[]; text: string } | null;
}
export interface RegionDetail {
  tags: string[];
  source: { file: string; line: number | null; snippet: string | null } | null;
  gpu: { total: string; average: string } | null;
  /** Texts per rank: rank, calls, total, avg, min, max. At most 64 rows; `more` counts the rest. */
  ranks: string[][];
  more: number;
  line_profiles: FunctionProfile[];
}

export interface FunctionProfile {
  function: string;
  region: string;
  /** `solver.py:12`. */
  place: string;
  ranks: string;
  total: string;
  total_s: number;
  share_pct: number;
  share: string;
  language: string;
  lines: { number: number; hits: string; per_hit: string; time: string; share_pct: number; share: string; source: string | null; hottest: boolean }[];
}

export interface Balance {
  /** `own time` or `total time`. */
  quantity: string;
  rows: {
    region: string; mean: Cell; min: Cell; max: Cell; slowest: Cell; imbalance: Cell; excess: Cell;
    flag: boolean;
    /** Positions of min, mean and max on a bar scaled to the table's largest max, 0..100. */
    low_pct: number; mean_pct: number; high_pct: number;
    /** The bar in words. */
    spread: string;
  }[];
  /** Rows shown before "show all". */
  limit: number;
}

export interface Matrix {
  ranks: number[];
  rows: { region: string; mean: string; cells: MatrixCell[] }[];
  /** Footer row over all regions. */
  totals: { mean: string; cells: MatrixCell[] };
  /** The slowest rank over all, if it stands out. */
  slowest: number | null;
  notes: string[];
}
/** `sign` with `strength` 0..1 colours the cell (`""` = none); `text` is the signed percent and is always readable. */
export interface MatrixCell { text: string; title: string; sign: "" | "+" | "-"; strength: number }

export interface HardwarePanel {
  title: string;
  sections: { heading: string; columns: string[]; rows: string[][] }[];
}

// ---------------------------------------------------------------- charts

export interface Charts {
  panels: Panel[];
  /** Charts that could not be drawn, with the reason. */
  notes: string[];
}
export interface Panel {
  id: string;
  title: string;
  description: string;
  /** The chart's main message in a sentence or two. */
  summary: string;
  open: boolean;
  /** Address of the figure (Plotly JSON). */
  src: string;
  /** The data sets of a chart that has several (the axes of a scaling chart), `src` being the first; empty if there is one. */
  variants: { label: string; src: string }[];
  /** Another form of the chart behind a checkbox. */
  alternate: { label: string; src: string } | null;
  /** The figures as a table. */
  table: { columns: string[]; rows: string[][]; note: string | null };
  /** What was merged or left out to draw the chart. */
  notes: string[];
}

// ---------------------------------------------------------------- case page

export interface CasePage {
  kind: "case";
  title: string;
  description_html: string;
  tags: string[];
  /** Executions of the case, on its own page; null for a case of plain runs and on the page of one execution. */
  executions: ExecutionsTable | null;
  /** The case's page, on the page of one execution. */
  up: Link | null;
  /** Runs that could not be read and other doubts. */
  notes: string[];
  filter: Filter | null;
  runs: RunsTable;
  /** null when fewer than two runs could be read. */
  comparison: Comparison | null;
  charts: Charts | null;
  info: [string, string][];
  images: Image[];
  code: Attachment[];
}
/** Newest first. `compare` leads to the page that compares any two runs. */
export interface ExecutionsTable {
  columns: Column[];
  rows: { execution: Link; latest: boolean; cells: (Cell & { tone?: Tone })[] }[];
  compare: Link | null;
}
/** The page that compares runs of all executions. */
export interface ComparePage {
  kind: "compare";
  title: string;
  up: Link | null;
  filter: Filter;
  comparison: Comparison;
}
export interface RunsTable {
  columns: Column[];
  rows: {
    run: Link;
    baseline: boolean;
    /** Cells of the columns after the first (`run`). */
    cells: (Cell & { tone?: Tone })[];
    /** Why the run could not be read; its cells are "-". */
    problem: string | null;
  }[];
}

/** Everything that is needed to compare any two runs of a case in the browser. */
export interface Comparison {
  /** Call paths (or plain names) over all runs: baseline order, later ones after their parent's last row. */
  regions: { name: string; path: string[]; depth: number }[];
  runs: {
    label: string;
    href: string | null;
    group: string | null;
    ranks: number;
    wall_s: number | null;
    /** Per region: [total_s, own_s, avg_s, calls, ranks that ran it]; null where the run has no such row. */
    values: ([number | null, number | null, number | null, number, number] | null)[];
    /** Row indices in this run's own tree order. */
    order: number[];
  }[];
  /** Indices of the pair shown first. */
  default: { baseline: number; candidate: number };
}

export interface Image { name: string; url: string; pdf: boolean; svg: boolean }
export interface Attachment {
  name: string;
  /** Copied file; null for a bare link. */
  url: string | null;
  /** External address. */
  link: string | null;
  size: string | null;
  language: string;
  /** The file's text when it is shown on the page. */
  text: string | null;
  /** Why it is not shown. */
  reason: string | null;
}

// ---------------------------------------------------------------- overview

/** `public/catalogue/index.json`: the machine-readable list of the catalogue, and the overview page's data. */
export interface CatalogueIndex {
  title: string;
  /** Markdown as in the manifest. */
  description: string;
  description_html: string;
  cases: {
    id: string;
    title: string;
    /** Page path below `catalogue/`: `scaling/strong`. */
    page: string;
    href: string;
    group: string | null;
    tags: string[];
    /** The description's first paragraph as plain text; may be empty. */
    summary: string;
    info: Record<string, string>;
    /** Runs of the case, or of its latest execution. `wall_time` in seconds; null values: unknown or unreadable. */
    runs: { label: string; slug: string; page: string; ranks: number | null; nodes: number | null; wall_time: number | null }[];
    /** Number of executions; absent for cases of plain runs. */
    executions?: number;
  }[];
}
