package io.iamplane.decision.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.JsonObjects;
import io.iamplane.decision.RequestRelations;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.ValidationErrors;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the body of a list. */
final class ListReader {

  private static final Set<String> COMMON =
      Set.of(
          "application",
          "context",
          RequestRelations.MEMBER,
          "current_aal",
          "organization",
          "at_least",
          "limit",
          "cursor");
  private static final Set<String> RESOURCES =
      Checks.plus(COMMON, "subject", "permission", "relation", "type");
  private static final Set<String> SUBJECTS =
      Checks.plus(COMMON, "object", "permission", "relation", "type");
  private static final Set<String> PERMISSIONS = Checks.plus(COMMON, "subject", "object");

  private final ValidationErrors errors = new ValidationErrors();
  private final JsonMembers body;
  private final CheckReader check;

  private ListReader(@Nullable JsonNode node, Set<String> known) {
    this.body = Checks.members(node, errors).only(known);
    this.check = new CheckReader(body, new JsonObjects());
  }

  /**
   * A request for a list, before its policy is known.
   *
   * @param question leaves its subject, resource or permission open
   * @param application lists only permissions of this one; null: any
   * @param organization by id or key; null: the caller's
   * @param atLeast the minimum policy version; 0: any
   * @param limit as the body has it; null: absent
   */
  record Listing(
      DecisionRequest question,
      @Nullable String application,
      @Nullable String organization,
      long atLeast,
      @Nullable String limit,
      @Nullable String cursor) {}

  /**
   * Leaves an empty type to the policy.
   *
   * @throws IamException VALIDATION with every error by place
   */
  static Listing resources(@Nullable JsonNode node) {
    ListReader reader = new ListReader(node, RESOURCES);
    Asked asked = reader.check.asked();
    String type = Objects.requireNonNullElse(reader.check.text("type"), "");
    return reader.listing(reader.check.read(reader.check.subject(), asked, Party.of(type, "")));
  }

  /**
   * @throws IamException VALIDATION with every error by place
   */
  static Listing subjects(@Nullable JsonNode node) {
    ListReader reader = new ListReader(node, SUBJECTS);
    String type = Objects.requireNonNullElse(reader.check.text("type"), SubjectRef.USER);
    Asked asked = reader.check.asked();
    if (asked instanceof Asked.Relation && reader.body.has("relation")) {
      reader.body.require("object");
    }
    Party object = reader.check.party("object", false);
    return reader.listing(reader.check.read(Party.of(type, ""), asked, object));
  }

  /**
   * @throws IamException VALIDATION with every error by place
   */
  static Listing permissions(@Nullable JsonNode node) {
    ListReader reader = new ListReader(node, PERMISSIONS);
    Asked any = new Asked.Permission("", reader.check.text("application"));
    Party subject = reader.check.subject();
    return reader.listing(reader.check.read(subject, any, reader.check.party("object", false)));
  }

  private Listing listing(DecisionRequest question) {
    Listing listing =
        new Listing(
            question,
            question.asked().application(),
            body.text("organization"),
            Checks.version(body),
            limit(),
            body.text("cursor"));
    errors.refuse();
    return listing;
  }

  /** A number; its bounds are those of all lists. */
  private @Nullable String limit() {
    if (!body.has("limit")) {
      return null;
    }
    JsonNode limit = body.value("limit");
    if (!limit.isIntegralNumber()) {
      body.fault("limit", "must be a whole number from 1 to 100");
    }
    return limit.asText();
  }
}
