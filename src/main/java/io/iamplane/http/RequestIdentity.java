package io.iamplane.http;

import jakarta.enterprise.context.RequestScoped;

/** What is known of a request before anybody is authenticated. */
@RequestScoped
public class RequestIdentity {

  private String correlationId = "unknown";
  private String address = "unknown";

  /** Ties log lines, audit records and the answer together. */
  public String correlationId() {
    return correlationId;
  }

  /** The client's address, behind a trusted proxy the one that it tells. */
  public String address() {
    return address;
  }

  void set(String newCorrelationId, String newAddress) {
    this.correlationId = newCorrelationId;
    this.address = newAddress;
  }
}
