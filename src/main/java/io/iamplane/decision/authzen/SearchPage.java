package io.iamplane.decision.authzen;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.QuestionText;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.wire.ListRequest;
import org.jspecify.annotations.Nullable;

/**
 * Reads which page of a search is asked for (AuthZEN 1.0, section 8.2): tokens are the cursors of
 * the house, bound to the search, its limit and the tenant.
 */
final class SearchPage {

  private SearchPage() {}

  /**
   * @param name of the search
   * @throws BadEvaluation naming the member at fault; a damaged token never yields the first page
   */
  static ListRequest of(
      String name, OrganizationId organization, DecisionRequest question, JsonMembers request) {
    JsonMembers page = request.object("page");
    String token = page.text("token");
    int limit = limit(page);
    try {
      return ListRequest.of(
          "authzen/" + name,
          Integer.toString(limit),
          token,
          organization,
          limit,
          QuestionText.of(question));
    } catch (IamException e) {
      throw damaged();
    }
  }

  static BadEvaluation damaged() {
    return new BadEvaluation("page.token must be a token that this search returned");
  }

  /** A server may give less than is asked for, so a large limit is no error. */
  private static int limit(JsonMembers page) {
    @Nullable JsonNode limit = page.has("limit") ? page.value("limit") : null;
    if (limit == null) {
      return PageRequest.MAX_LIMIT;
    }
    if (!limit.isIntegralNumber() || limit.bigIntegerValue().signum() <= 0) {
      page.fault("limit", "must be a positive whole number");
    }
    return limit.canConvertToInt()
        ? Math.min(limit.intValue(), PageRequest.MAX_LIMIT)
        : PageRequest.MAX_LIMIT;
  }
}
