/** A token bucket: it holds `burst` requests and regains `ratePerSecond`. */
export interface Rate {
  readonly burst: number;
  readonly ratePerSecond: number;
}

export interface Allowance extends Rate {
  readonly inFlight: number;
}

/** A token bucket of time: it holds `burstMs` and regains this share of the time that passes. */
export interface TimeAllowance {
  readonly burstMs: number;
  readonly share: number;
}

/**
 * The share of one server that one client may use. The reasons are in docs/decisions/0024-limits.md. A whole school, or
 * thousands of phones of one mobile carrier, can share an IPv4 address, so a network may do far more than a user.
 */
export const CLIENT_LIMITS: Readonly<
  Record<"user" | "session" | "network" | "wideNetwork", Allowance> & { challenge: Rate }
> = {
  /** A page needs about ten requests, and over HTTP/2 a browser sends all at once: five windows that load together. */
  user: { inFlight: 50, burst: 200, ratePerSecond: 20 },
  /**
   * Refreshes of a session: five windows at once. The client refreshes once an hour. Fifty sessions together stay within
   * what a network has for refreshes.
   */
  session: { inFlight: 5, burst: 10, ratePerSecond: 0.5 },
  /** An IPv4 address or an IPv6 /64: a thousand students who each send a request every five seconds. */
  network: { inFlight: 300, burst: 1_000, ratePerSecond: 200 },
  /** An IPv6 /48, which holds 65,536 of the /64. */
  wideNetwork: { inFlight: 1_200, burst: 4_000, ratePerSecond: 800 },
  /** Bot challenges by network, issued and checked: three classes that sign in at once, then five a second. */
  challenge: { burst: 200, ratePerSecond: 5 },
};

/**
 * The time of the database that the requests of one user may take. Those of a page take a few hundredths of a second. A
 * user beyond it has one request at a time, and a pause as long as each.
 */
export const DATABASE_TIME: TimeAllowance = { burstMs: 5_000, share: 0.25 };

/** Connections of a network: open ones, and new ones. Behind a proxy, the proxy has to limit them. */
export const CONNECTIONS: Readonly<Record<"network" | "wideNetwork", Allowance>> = {
  network: { inFlight: 1_000, burst: 1_000, ratePerSecond: 100 },
  wideNetwork: { inFlight: 4_000, burst: 4_000, ratePerSecond: 400 },
};

/**
 * All requests of a network, pages included: three classes that open their first page at once, with sixteen requests each.
 * Beyond it, they wait for their turn.
 */
export const TURNS: Readonly<Record<"network" | "wideNetwork", Rate>> = {
  network: { burst: 1_500, ratePerSecond: 300 },
  wideNetwork: { burst: 6_000, ratePerSecond: 1_200 },
};
/** Requests of a network that wait for their turn. Beyond that, connections are closed without a response. */
export const MAX_WAITING_TURNS = 1_000;
/** Requests of one connection that wait for their responses. Browsers send one after the other. */
export const MAX_PIPELINED_REQUESTS = 10;
/**
 * New connections that a connection with more of them costs its network: Node parses the rest of a block even after the
 * connection was closed, for some ten milliseconds.
 */
export const CONNECTIONS_OF_PIPELINE = 50;

/**
 * The time that searches of one network may take, with the database's. Each takes about 40 ms: two hundred and fifty
 * of some classes, then twelve a second.
 */
export const PUBLIC_PAGES_TIME: TimeAllowance = { burstMs: 10_000, share: 0.5 };

/** Reads of a calendar feed. Programs read it about once an hour; its owner adds it to several of them at once. */
export const READS_OF_FEED: Rate = { burst: 30, ratePerSecond: 1 / 60 };

/** A refusal is sent after this time, so that a client which retries at once does not keep the server busy. */
export const REFUSAL_DELAY_MS = 2_000;
/** Refusals of one network follow each other at this interval. */
export const REFUSAL_INTERVAL_MS = 10;
/** Delayed refusals of one network. Beyond that, connections are closed without a response. */
export const MAX_DELAYED_REFUSALS = 1_000;

/** Open streams of one server (server/live). Those of a user: each stands for a window that is visible. */
export const MAX_STREAMS = { all: 5_000, user: 6 } as const;
/** Fewer than the connections of a network, which also needs some for requests. Refused screens ask from time to time. */
export const STREAMS_OF_NETWORK: Readonly<Record<"network" | "wideNetwork", Allowance>> = {
  network: { inFlight: 500, burst: 1_000, ratePerSecond: 50 },
  wideNetwork: { inFlight: 2_000, burst: 4_000, ratePerSecond: 200 },
};

/** Clients that are remembered, about 150 bytes each. The least recently seen one is forgotten first. */
export const MAX_REMEMBERED_CLIENTS = 20_000;

/** A slow phone on a bad day sends 5 kB a second. */
export const SLOW_CLIENTS = {
  headersTimeoutMs: 10_000,
  minBytesPerSecond: 1_000,
  windowMs: 30_000,
} as const;

export const MAX_UPLOADS_IN_FLIGHT = 2;

/** Resumable uploads of a user, complete ones included: the oldest ones give way. */
export const MAX_RESUMABLE_UPLOADS = 10;
/** Their declared bytes together: as much as a student may store. */
export const MAX_RESUMABLE_BYTES = 50 * 1024 * 1024;
