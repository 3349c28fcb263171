package io.iamplane.http.limit;

import io.iamplane.shared.WireName;

/** The closed set of ceilings; the name stands in the RateLimit headers and in metrics. */
public enum RateLimit implements WireName {
  ADMIN,
  /** One client, from wherever it asks. */
  CLIENT,
  /** All of an organization's clients together, from wherever they ask. */
  TENANT,
  OAUTH,
  /** Requests of an address that begin a sign-in. */
  SIGN_IN,
  DECISION,
  /** Counts failures only. */
  AUTHENTICATION,
  /** Verifications of unseen tokens and assertions of an address beyond its failures. */
  UNPROVEN
}
