package io.iamplane.decision.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.JsonObjects;
import io.iamplane.decision.RequestRelations;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.shared.Aal;
import io.iamplane.shared.IdText;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.TextRule;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the body of a check; all checks of a request share the objects. */
public record CheckReader(JsonMembers body, JsonObjects objects) {

  /** The members of a question; in a batch each may stand outside, for all checks. */
  public static final Set<String> QUESTION =
      Set.of(
          "subject",
          "permission",
          "relation",
          "resource",
          "application",
          "context",
          RequestRelations.MEMBER,
          "current_aal",
          "explain");

  private static final Set<String> PARTY = Set.of("type", "id", "properties");
  private static final int MAX_TEXT = 1_200;

  /** Without white space at the ends: such a name would miss the denials of the plain one. */
  private static final TextRule NAME = TextRule.name(MAX_TEXT);

  /** Reads the check; when there are errors it is not to be used. */
  public DecisionRequest read() {
    Asked asked = asked();
    Party resource = party("resource", false);
    Party subject = subject();
    body.flag("explain");
    return read(subject, asked, resource);
  }

  Asked asked() {
    String permission = text("permission");
    String relation = text("relation");
    if ((permission == null) == (relation == null)) {
      body.fault("permission", "exactly one of 'permission' and 'relation' is required");
    }
    String application = text("application");
    return permission == null
        ? new Asked.Relation(relation == null ? "" : relation, application)
        : new Asked.Permission(permission, application);
  }

  /** The name that a member holds; null when it is absent. */
  @Nullable String text(String member) {
    return body.text(member, NAME);
  }

  Party subject() {
    body.require("subject");
    Party subject = party("subject", true);
    return subject == null ? Party.of(SubjectRef.USER, "") : subject;
  }

  DecisionRequest read(Party subject, Asked asked, @Nullable Party resource) {
    return new DecisionRequest(
        subject,
        asked,
        resource,
        Map.of(),
        objects.read(body, "context"),
        Objects.requireNonNullElse(body.choice("current_aal", Aal.class), Aal.AAL1),
        body.has(RequestRelations.MEMBER) ? objects.relations().read(body) : List.of());
  }

  /** Null when it is absent. */
  @Nullable Party party(String member, boolean subject) {
    if (!body.has(member)) {
      return null;
    }
    JsonNode value = body.value(member);
    if (value.isTextual()) {
      return reference(member, value.textValue(), subject);
    }
    if (!value.isObject()) {
      body.fault(member, "must be type:id, or an object with 'type' and 'id'");
      return null;
    }
    JsonMembers party = body.object(member).only(PARTY);
    if (!subject) {
      party.require("type");
    }
    party.require("id");
    String type = party.text("type", NAME);
    String id = party.text("id", NAME);
    return new Party(
        type == null ? SubjectRef.USER : type,
        id == null ? "" : IdText.normal(id),
        objects.read(party, "properties"));
  }

  private Party reference(String member, String text, boolean subject) {
    int colon = text.indexOf(':');
    boolean bareResource = colon < 0 && !subject && !text.isEmpty();
    if (text.length() > MAX_TEXT || (!bareResource && SubjectRef.parse(text).isEmpty())) {
      body.fault(member, "must be type:id");
      return Party.of(SubjectRef.USER, "");
    }
    String fault = NAME.fault(text);
    if (fault != null) {
      body.fault(member, fault);
    }
    String id = IdText.normal(text.substring(colon + 1));
    return Party.of(bareResource ? "" : text.substring(0, colon), id);
  }
}
