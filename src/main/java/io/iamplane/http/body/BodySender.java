package io.iamplane.http.body;

/** Whose share of the memory for bodies it is. */
public sealed interface BodySender {

  /**
   * An authenticated client's organization. All its clients have one share: a tenant makes as many
   * service accounts as it likes.
   */
  record Tenant(String organization) implements BodySender {}

  /** A sender without a token, by address (IPv6: /64 network). */
  record Network(String address) implements BodySender {}
}
