package io.iamplane.grant.duty;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.directory.DirectoryRules;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.directory.client.AccountControl;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.Patch;
import io.iamplane.shared.wire.Revision;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules of an organization. Each writing method runs inside the change that records it. */
@Singleton
public class DutyRuleService {

  /** Every write of the organization that gives a right is checked against each of its rules. */
  static final int MOST_RULES = 100;

  private static final String TARGET = "duty_rule";

  private final DutyRuleStore store;
  private final PermissionsQuery permissions;
  private final SubjectDirectory directory;
  private final AccountControl control;
  private final Transactions transactions;

  DutyRuleService(
      DutyRuleStore store,
      PermissionsQuery permissions,
      SubjectDirectory directory,
      AccountControl control,
      Transactions transactions) {
    this.store = store;
    this.permissions = permissions;
    this.directory = directory;
    this.control = control;
    this.transactions = transactions;
  }

  /** Finds all rules, for loading a policy. */
  public List<DutyRule> all(OrganizationId organization) {
    return transactions.call(() -> store.all(organization));
  }

  Page<DutyRule> page(OrganizationId organization, PageRequest page, DutyRule.@Nullable Mode mode) {
    return transactions.call(
        () -> store.page(organization, page, mode == null ? null : mode.wire()));
  }

  /** Returns a rule; NOT_FOUND when the organization has no such one. */
  DutyRule get(OrganizationId organization, DutyRuleId id) {
    return transactions.call(
        () -> store.byId(organization, id.value()).orElseThrow(IamException::notFound));
  }

  /**
   * Creates a rule. Subjects that violate it already keep their privileges.
   *
   * @throws IamException VALIDATION naming the member; CONFLICT for a name that is taken, and
   *     beyond the most rules; FORBIDDEN for an exception of one's own
   */
  DutyRule create(Recording recording, CreateDutyRuleRequest request) {
    if (store.number(recording.organization()) >= MOST_RULES) {
      throw IamException.conflict(
          "The organization already has " + MOST_RULES + " duty rules, the maximum.");
    }
    if ((request.allOf() == null) == (request.atMost() == null)) {
      throw IamException.validation("all_of", "exactly one of 'all_of' and 'at_most' is required");
    }
    DutyRule rule =
        new DutyRule(
            DutyRuleId.next(),
            request.name(),
            permissions(recording, request.allOf(), request.atMost(), List.of()),
            request.atMost() == null ? null : request.atMost().n(),
            request.mode(),
            exceptions(recording, request.exceptions(), List.of()),
            1,
            recording.at());
    requireSound(recording, rule);
    store.insert(recording, rule);
    recording.add(Effect.created(EventType.DUTY_RULE_CREATED, TARGET, rule.id().toString(), rule));
    return rule;
  }

  /** Changes a rule; refused as {@link #create} is; NOT_FOUND, PRECONDITION_FAILED. */
  DutyRule update(
      Recording recording,
      DutyRuleId id,
      Patch<UpdateDutyRuleRequest> patch,
      @Nullable String ifMatch) {
    DutyRule before = require(recording, id, ifMatch);
    UpdateDutyRuleRequest patched = patch.onto(UpdateDutyRuleRequest.of(before));
    List<String> allOf = patch.names("all_of") ? patched.allOf() : null;
    AtMost atMost = patch.names("at_most") ? patched.atMost() : null;
    if (allOf != null && atMost != null) {
      throw IamException.validation("all_of", "must not be sent together with 'at_most'");
    }
    if (patched.allOf() == null && patched.atMost() == null) {
      throw IamException.validation("all_of", "either 'all_of' or 'at_most' is required");
    }
    boolean same = allOf == null && atMost == null;
    DutyRule wanted =
        new DutyRule(
            id,
            patched.name(),
            same
                ? before.permissions()
                : permissions(recording, allOf, atMost, before.permissions()),
            same ? before.atMost() : atMost == null ? null : atMost.n(),
            patched.mode(),
            patch.names("exceptions")
                ? exceptions(recording, patched.exceptions(), before.exceptions())
                : before.exceptions(),
            before.revision(),
            before.createdAt());
    if (wanted.equals(before)) {
      return before;
    }
    requireSound(recording, wanted);
    DutyRule after = wanted.raised();
    store.update(recording, after);
    recording.add(
        Effect.changed(EventType.DUTY_RULE_UPDATED, TARGET, id.toString(), before, after));
    return after;
  }

  /**
   * Deletes a rule.
   *
   * @return its last state
   * @throws IamException NOT_FOUND, PRECONDITION_FAILED
   */
  DutyRule delete(Recording recording, DutyRuleId id, @Nullable String ifMatch) {
    DutyRule before = require(recording, id, ifMatch);
    store.delete(recording, id);
    recording.add(Effect.removed(EventType.DUTY_RULE_DELETED, TARGET, id.toString(), before));
    return before;
  }

  private DutyRule require(Recording recording, DutyRuleId id, @Nullable String ifMatch) {
    DutyRule rule =
        store.byId(recording.organization(), id.value()).orElseThrow(IamException::notFound);
    new Revision(rule.revision()).requireMatch(ifMatch);
    return rule;
  }

  private void requireSound(Recording recording, DutyRule rule) {
    if (rule.name().isBlank()) {
      throw IamException.validation("name", "must not be blank");
    }
    if (rule.limit() >= rule.permissions().size()) {
      throw IamException.validation("at_most.n", "must be less than the number of permissions");
    }
    if (store.hasOtherNamed(recording.organization(), rule.id(), rule.name())) {
      throw IamException.conflict("A duty rule with that name already exists.");
    }
  }

  /** Requires permissions of the catalogue, or of the rule before: one may have gone since. */
  private List<String> permissions(
      Recording recording,
      @Nullable List<String> allOf,
      @Nullable AtMost atMost,
      List<String> before) {
    String field = allOf == null ? "at_most.of" : "all_of";
    List<String> keys = allOf == null ? Objects.requireNonNull(atMost).of() : allOf;
    if (new HashSet<>(keys).size() < keys.size()) {
      throw IamException.validation(field, "must not name a permission twice");
    }
    Set<String> known = permissions.known(recording.organization(), keys);
    for (int i = 0; i < keys.size(); i++) {
      if (!before.contains(keys.get(i)) && !known.contains(keys.get(i))) {
        throw IamException.validation(field + "[" + i + "]", "must be a permission in the catalog");
      }
    }
    return keys.stream().sorted().toList();
  }

  private List<DutyRule.Exemption> exceptions(
      Recording recording, @Nullable List<ExemptionBody> wanted, List<DutyRule.Exemption> before) {
    List<DutyRule.Exemption> exceptions = new ArrayList<>();
    Set<SubjectRef> subjects = new HashSet<>();
    for (int i = 0; wanted != null && i < wanted.size(); i++) {
      String place = "exceptions[" + i + "]";
      DutyRule.Exemption exemption = exemption(recording, place, wanted.get(i));
      if (!subjects.add(exemption.subject())) {
        throw IamException.validation(
            place + ".subject", "must not be repeated; a subject has at most one exception");
      }
      if (!before.contains(exemption)) {
        requireNew(recording, place, exemption);
      }
      exceptions.add(exemption);
    }
    return exceptions;
  }

  private DutyRule.Exemption exemption(Recording recording, String place, ExemptionBody body) {
    SubjectRef named = DirectoryRules.account(place + ".subject", body.subject());
    String fault = DirectoryRules.faultOf(body.until());
    if (fault != null) {
      throw IamException.validation(place + ".until", fault);
    }
    return new DutyRule.Exemption(
        directory.require(recording.organization(), place + ".subject", named),
        Objects.requireNonNull(DirectoryRules.micros(body.until())),
        body.justification());
  }

  private void requireNew(Recording recording, String place, DutyRule.Exemption exemption) {
    if (!exemption.isInForce(recording.at())) {
      throw IamException.validation(place + ".until", "must be in the future");
    }
    SubjectRef caller = recording.caller().subject();
    SubjectRef subject = exemption.subject();
    if (control.isOneHand(recording.organization(), caller, subject)) {
      throw IamException.of(
          ErrorCode.FORBIDDEN,
          "You cannot exempt yourself, or an account under common control with yours, from a duty"
              + " rule.");
    }
  }
}
