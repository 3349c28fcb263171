package io.iamplane.http.exchange;

import io.iamplane.http.forwarded.Origin;
import jakarta.enterprise.context.RequestScoped;
import java.util.Map;

/** The identity of a request before authentication. */
@RequestScoped
public class RequestIdentity {

  private static final RequestSender UNKNOWN =
      new RequestSender(new Origin("unknown", false), "unknown", null, null, null, null);

  private RequestSender sender = UNKNOWN;

  public String correlationId() {
    return sender.correlationId();
  }

  /** The client's address, behind a trusted proxy the one that it reports. */
  public String address() {
    return sender.origin().address();
  }

  public Map<String, String> headers() {
    return sender.headers();
  }

  public boolean hasProof() {
    return sender.unverified() != null && sender.unverified().proof() != null;
  }

  public void set(RequestSender known) {
    this.sender = known;
  }
}
