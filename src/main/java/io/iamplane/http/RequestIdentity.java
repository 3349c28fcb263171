package io.iamplane.http;

import io.iamplane.http.forwarded.Origin;
import jakarta.enterprise.context.RequestScoped;

/** What is known of a request before anybody is authenticated. */
@RequestScoped
public class RequestIdentity {

  private String correlationId = "unknown";
  private Origin origin = new Origin("unknown", false);

  /** Ties log lines, audit records and the answer together. */
  public String correlationId() {
    return correlationId;
  }

  /** The client's address, behind a trusted proxy the one that it tells. */
  public String address() {
    return origin.address();
  }

  /** Whether the client speaks TLS, to us or to a trusted proxy. */
  boolean isSecure() {
    return origin.secure();
  }

  void set(String newCorrelationId, Origin newOrigin) {
    this.correlationId = newCorrelationId;
    this.origin = newOrigin;
  }
}
