package io.iamplane.webhook.send;

import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.signature.WebhookSecret;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is sent where.
 *
 * @param organization whose webhook it is
 * @param id the event's, the same in every try, by which a receiver knows a repetition
 * @param secrets each of them signs
 * @param traceparent the place of the try in its trace (W3C Trace Context); null if it has none
 */
public record WebhookRequest(
    OrganizationId organization,
    String url,
    UUID id,
    String body,
    List<WebhookSecret> secrets,
    @Nullable String traceparent) {

  /** A request without a trace. */
  public WebhookRequest(
      OrganizationId organization, String url, UUID id, String body, List<WebhookSecret> secrets) {
    this(organization, url, id, body, secrets, null);
  }
}
