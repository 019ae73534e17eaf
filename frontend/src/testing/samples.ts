import type {
  Agent,
  ApiKey,
  Memory,
  Palace,
  RecallItem,
  Run,
  Step,
  Tenant,
  Usage,
} from "@/api/contract";

const AT = "2026-03-02T10:00:00Z";

export const tenant: Tenant = {
  id: "t1",
  name: "Lina’s house",
  plan: "free",
  role: "owner",
  member: { email: "lina@example.org" },
  notices: [],
};

export const palace: Palace = {
  id: "p1",
  name: "home",
  memories: 412,
  created_at: AT,
  rooms: [{ id: "r9", name: "hall", memories: 3 }],
  wings: [
    { id: "w1", name: "lina", memories: 139, rooms: [{ id: "r1", name: "housing", memories: 38 }] },
    { id: "w2", name: "tom", memories: 55, rooms: [] },
  ],
};

export function aMemory(over: Partial<Memory> = {}): Memory {
  return {
    id: "m1",
    version: 1,
    status: "indexed",
    palace: "home",
    wing: "lina",
    room: "housing",
    kind: "said",
    author: "Lina",
    conversation_id: "chat-31",
    position: 4,
    content: "I signed the lease in Berlin, moving on the 2nd.",
    metadata: {},
    user_id: null,
    agent_id: null,
    run_id: null,
    app_id: null,
    occurred_at: "2025-02-14T10:00:00Z",
    created_at: AT,
    updated_at: AT,
    expires_at: null,
    source: "chat.jsonl",
    channel: "import",
    writer: { kind: "member", id: "u1" },
    seen_count: 1,
    ...over,
  };
}

export function aResult(over: Partial<RecallItem> = {}): RecallItem {
  return {
    ...aMemory(),
    score: 0.91,
    signals: { lexical: 0.9, dense: 0.4, time: 0, author: 0 },
    explain: [
      { leg: "lexical", rank: 1, raw: 12.2, score: 0.9, weight: 0.6, contribution: 0.54 },
      { leg: "dense", rank: 3, raw: 0.7, score: 0.9, weight: 0.4, contribution: 0.36 },
    ],
    ...over,
  };
}

export const agent: Agent = {
  id: "a1",
  name: "counter",
  version: 2,
  instructions: "Count.",
  model: { provider: "scripted", name: "demo" },
  tools: ["recall"],
  palace: null,
  wing: null,
  limits: { max_steps: 8, max_seconds: 120 },
  created_at: AT,
};

export function aRun(over: Partial<Run> = {}): Run {
  return {
    id: "run1",
    agent: { id: "a1", name: "counter", version: 2 },
    task: "How often did Lina mention the cat?",
    state: "running",
    partial: false,
    revision: 1,
    answer: null,
    error: null,
    steps: 1,
    usage: { input_tokens: 1000, output_tokens: 200, cost_usd: "0.0002", unpriced_calls: 0 },
    limits: { max_steps: 8, max_seconds: 120 },
    created_at: AT,
    started_at: AT,
    ended_at: null,
    ...over,
  };
}

export function aStep(over: Partial<Step> = {}): Step {
  return {
    index: 1,
    state: "done",
    reply: "",
    model: "scripted",
    revision: 1,
    thought: "I look for the cat.",
    code: 'hits = recall("cat")',
    stdout: "7 mentions",
    value: null,
    error: null,
    tool_calls: [],
    input_tokens: 10,
    output_tokens: 5,
    model_seconds: 1,
    sandbox_seconds: 0.01,
    started_at: AT,
    ended_at: "2026-03-02T10:00:04Z",
    ...over,
  };
}

export const apiKey: ApiKey = {
  id: "k1",
  name: "support bot",
  prefix: "enf_live_8fk2",
  last4: "x9Qa",
  permissions: ["memory.read"],
  palaces: null,
  created_at: AT,
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
};

export const usage: Usage = {
  period: { start: "2026-03-01T00:00:00Z", end: "2026-04-01T00:00:00Z" },
  plan: "free",
  cap: { limit_usd: "5.00", reached: false, resets_at: "2026-04-01T00:00:00Z" },
  meters: [
    {
      meter: "memory.write",
      unit: "memory",
      quantity: 812,
      included: 1000,
      limit: 1000,
      unit_price_usd: "0",
      list_price_usd: "0",
      list_cost_usd: "0",
      remaining: 188,
      cost_usd: "0",
    },
    {
      meter: "agent.step",
      unit: "step",
      quantity: 3,
      included: null,
      limit: null,
      unit_price_usd: "0",
      list_price_usd: "0",
      list_cost_usd: "0",
      remaining: null,
      cost_usd: "0.006",
    },
  ],
  days: [{ day: "2026-03-02", meter: "agent.step", quantity: 3, cost_usd: "0.006" }],
  seats: [],
  seats_usd: "0",
  total_usd: "0.006",
};
