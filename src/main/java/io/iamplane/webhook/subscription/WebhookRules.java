package io.iamplane.webhook.subscription;

import io.iamplane.shared.IamException;
import io.iamplane.webhook.WebhookTargets;
import io.iamplane.webhook.right.EventFilter;
import io.iamplane.webhook.target.TargetRefusedException;
import jakarta.inject.Singleton;
import java.util.List;

@Singleton
class WebhookRules {

  private static final int MAX_FILTERS = 50;

  private final WebhookTargets targets;

  WebhookRules(WebhookTargets targets) {
    this.targets = targets;
  }

  /**
   * A URL that webhooks may go to, as far as known without a DNS lookup; that is done before every
   * request.
   *
   * @throws IamException VALIDATION naming the member
   */
  String url(String text) {
    try {
      targets.rules().check(text);
      return text;
    } catch (TargetRefusedException e) {
      throw IamException.validation("url", e.reason());
    }
  }

  /**
   * Filters that some event passes.
   *
   * @throws IamException VALIDATION naming the member
   */
  List<String> filters(List<String> filters) {
    if (filters.isEmpty() || filters.size() > MAX_FILTERS) {
      throw IamException.validation(
          "event_filters", "must contain 1 to " + MAX_FILTERS + " filters");
    }
    for (int i = 0; i < filters.size(); i++) {
      if (!EventFilter.isFilter(filters.get(i))) {
        throw IamException.validation(
            "event_filters[" + i + "]",
            "must match an event type: use a filter such as iam.grant.created, iam.grant.* or *");
      }
    }
    return filters.stream().distinct().toList();
  }
}
