package io.iamplane.http.body;

/** The sender to charge for a body. */
public sealed interface BodySender {

  /**
   * An authenticated client's organization. All its clients have one share: a tenant makes as many
   * service accounts as it likes.
   */
  record Tenant(String organization) implements BodySender {}

  /** A sender without a token, by address (IPv6: /64 network). */
  record Network(String address) implements BodySender {}
}
