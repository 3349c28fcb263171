package io.iamplane.decision;

import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.ReverseLookup;
import io.iamplane.decision.engine.ReverseLookup.Prospect;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lists the resources, subjects or names that decisions would allow. The engine decides each entry
 * at the moment of the request, and nothing is recorded.
 *
 * <p>A page takes bounded work. It may end early, with a position to continue from, and never
 * leaves an entry out; a page without a next position ends the list.
 */
@Singleton
public class PolicyLists {

  /** The steps after which a page ends, 15 to 50 ms; beyond half of them it needs a turn. */
  static final int PAGE_STEPS = 100_000;

  /** The cost of a decision before it looks at grants: some 300 ns. */
  private static final int DECISION_STEPS = 4;

  /** Stands for the type in the positions of names. */
  private static final String NAME = "name";

  private final DecisionService decisions;

  PolicyLists(DecisionService decisions) {
    this.decisions = decisions;
  }

  public record Ground(PolicyView view, Requester requester, RequestBudget budget) {

    /**
     * @throws IamException DEPENDENCY_UNAVAILABLE without one: an empty list would be a lie
     */
    public TenantPolicy policy() {
      TenantPolicy policy = view.policy();
      if (policy == null) {
        throw IamException.dependencyUnavailable(
            new IllegalStateException("the policy to list from is not loaded: " + view.reason()));
      }
      return policy;
    }
  }

  /**
   * Lists the resources on which the subject is allowed the action, ordered by type and id.
   *
   * @param question with a resource; its type and id are ignored
   * @throws IamException DEPENDENCY_UNAVAILABLE without a policy; TOO_MANY_REQUESTS when the budget
   *     ends before the first entry is decided; VALIDATION for a position that no page has
   */
  public Page<SubjectRef> resources(
      Ground ground, DecisionRequest question, SortedSet<String> types, PageRequest page) {
    PolicySnapshot snapshot = ground.policy().snapshot();
    SubjectRef after = after(page);
    SortedSet<String> rest = after == null ? types : types.tailSet(after.type());
    PageInTheMaking making = new PageInTheMaking(ground, page.limit());
    Party open = Objects.requireNonNull(question.resource());
    for (String type : rest) {
      if (making.ended) {
        break;
      }
      DecisionRequest typed = question.on(new Party(type, "", open.properties()));
      DecisionRequest completed = ground.requester().complete(typed);
      String afterId = after != null && after.type().equals(type) ? after.id() : null;
      making.add(
          type,
          ReverseLookup.resources(snapshot, completed, afterId, making.now, ground.budget()),
          id -> completed.on(new Party(type, id, open.properties())));
    }
    return making.page();
  }

  /**
   * Lists the subjects of a type that are allowed the action, ordered by id; or the usersets of a
   * type's objects, for a type with a relation: {@code group#member}.
   *
   * @param question with a subject of the type; its id is ignored
   * @throws IamException as {@link #resources}
   */
  public Page<SubjectRef> subjects(Ground ground, DecisionRequest question, PageRequest page) {
    Party open = question.subject();
    int hash = open.type().indexOf('#');
    String type = hash > 0 ? open.type().substring(0, hash) : open.type();
    String relation = open.type().substring(type.length());
    Function<String, DecisionRequest> named =
        id -> ground.requester().complete(question.by(new Party(type, id, open.properties())));
    PolicySnapshot snapshot = ground.policy().snapshot();
    SubjectRef after = after(page);
    String afterId = after == null ? null : after.id();
    PageInTheMaking making = new PageInTheMaking(ground, page.limit());
    making.add(
        type,
        relation.isEmpty()
            ? ReverseLookup.subjects(
                snapshot, named.apply(""), afterId, making.now, ground.budget())
            : ReverseLookup.objects(snapshot, named.apply(""), type, afterId, ground.budget()),
        id -> named.apply(id + relation));
    return making.page().map(each -> new SubjectRef(type, each.id() + relation));
  }

  /**
   * Lists the names, of some given ones, that the subject is allowed.
   *
   * @throws IamException as {@link #resources}
   */
  public Page<String> names(
      Ground ground,
      SortedSet<String> names,
      Function<String, Asked> asked,
      DecisionRequest question,
      PageRequest page) {
    SubjectRef after = after(page);
    SortedSet<String> rest = after == null ? names : names.tailSet(after.id() + "\0");
    PageInTheMaking making = new PageInTheMaking(ground, page.limit());
    making.add(
        NAME,
        rest.stream().map(name -> new Prospect(name, true)).iterator(),
        name -> ground.requester().complete(question.asking(asked.apply(name))));
    return making.page().map(SubjectRef::id);
  }

  private static @Nullable SubjectRef after(PageRequest page) {
    String after = page.after();
    return after == null
        ? null
        : SubjectRef.parse(after)
            .orElseThrow(() ->
                IamException.validation("cursor", "must be a cursor that this list returned"));
  }

  /** Collects entries until the page is full or has used its share of work. */
  private final class PageInTheMaking {

    private final Instant now = decisions.now();
    private final Ground ground;
    private final int limit;
    private final List<SubjectRef> found = new ArrayList<>();
    private @Nullable SubjectRef position;
    private boolean ended;

    PageInTheMaking(Ground ground, int limit) {
      this.ground = ground;
      this.limit = limit;
    }

    /**
     * Asks about each prospect in turn; about none once the page has ended, and none of a suspended
     * organization, which is denied everything. Without {@code prospects}, the budget ended on the
     * search for them.
     */
    void add(
        String type,
        @Nullable Iterator<Prospect> prospects,
        Function<String, DecisionRequest> question) {
      if (!ground.policy().isActive()) {
        return;
      }
      if (prospects == null) {
        end();
      }
      while (!ended && prospects != null && prospects.hasNext()) {
        if (found.size() == limit || (position != null && isLong())) {
          ended = true;
        } else {
          ask(type, prospects.next(), question);
        }
      }
    }

    private boolean isLong() {
      return ground.budget().spent() >= PAGE_STEPS;
    }

    private void ask(String type, Prospect next, Function<String, DecisionRequest> question) {
      RequestBudget budget = ground.budget();
      budget.spend(DECISION_STEPS);
      boolean allowed =
          next.known()
              && decisions.judge(ground.view(), question.apply(next.id()), budget, now).allowed();
      if (budget.isOver()) {
        // What was decided last may be the end of the budget and nothing else: it is asked again.
        end();
        return;
      }
      position = new SubjectRef(type, next.id());
      if (allowed) {
        found.add(position);
      }
    }

    private void end() {
      if (position == null) {
        throw IamException.tooMany(
            "The request exceeds its work limit. Narrow the request or try again later.", 2);
      }
      ended = true;
    }

    Page<SubjectRef> page() {
      return new Page<>(found, ended ? Objects.requireNonNull(position).toString() : null);
    }
  }
}
