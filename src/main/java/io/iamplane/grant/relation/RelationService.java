package io.iamplane.grant.relation;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.directory.DirectoryRules;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.grant.relation.RelationFactsQuery.RelationFacts;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The life of relations. Each method runs inside the change that records it. */
@Singleton
public class RelationService {

  /** The maximum number of relations of one change. */
  public static final int MAX_BATCH = 1_000;

  private static final String TARGET = "relation";

  private final RelationStore store;
  private final SubjectDirectory directory;
  private final RelationFactsQuery query;
  private final RelationList list;
  private final Transactions transactions;

  RelationService(
      RelationStore store,
      SubjectDirectory directory,
      RelationFactsQuery query,
      RelationList list,
      Transactions transactions) {
    this.store = store;
    this.directory = directory;
    this.query = query;
    this.list = list;
    this.transactions = transactions;
  }

  /** The number of relations with each outcome; a write alone deletes none. */
  public record Written(int created, int updated, int unchanged, int deleted) {}

  /**
   * Writes a batch, all of it or nothing. A relation that is there takes over condition and
   * validity. VALIDATION naming every entry at fault, as {@code relations[3].subject}.
   */
  public Written write(Recording recording, List<NewRelation> batch) {
    requireSize(batch);
    RelationFacts facts = query.before(recording, batch);
    return write(recording, prepare(recording, facts, batch).values(), facts);
  }

  /**
   * Writes relations, like {@link #write(Recording, List)}, if probably all of them are new.
   *
   * @throws IamException VALIDATION as there; the database's refusal, which becomes a CONFLICT of
   *     the whole change, if one exists already
   */
  public void writeNew(Recording recording, List<NewRelation> batch) {
    requireSize(batch);
    RelationFacts facts = query.before(recording, batch);
    Collection<Relation> wanted = prepare(recording, facts, batch).values();
    store.insertAll(recording, wanted);
    wanted.forEach(relation -> addCreated(recording, relation));
  }

  private static void requireSize(List<NewRelation> batch) {
    if (batch.size() > MAX_BATCH) {
      throw IamException.validation("relations", "must not exceed " + MAX_BATCH + " entries");
    }
  }

  private static void addCreated(Recording recording, Relation relation) {
    recording.add(
        Effect.created(EventType.RELATION_WRITTEN, TARGET, relation.id().toString(), relation));
  }

  /** A written relation in its present state. */
  record WrittenOne(Written written, Relation relation) {}

  /** Writes a single relation, like {@link #write(Recording, List)}. */
  WrittenOne write(Recording recording, NewRelation single) {
    RelationFacts facts = query.before(recording, List.of(single));
    Relation wanted = prepare(recording, facts, List.of(single)).values().iterator().next();
    Written written = write(recording, List.of(wanted), facts);
    Relation now =
        written.created() == 1
            ? wanted
            : store.find(recording.organization(), List.of(wanted.key())).get(wanted.key());
    return new WrittenOne(written, Objects.requireNonNull(now));
  }

  private Written write(Recording recording, Collection<Relation> wanted, RelationFacts facts) {
    int created = insert(recording, wanted, facts);
    Map<Relation.Key, Relation> there =
        created == wanted.size()
            ? Map.of()
            : store.find(recording.organization(), wanted.stream().map(Relation::key).toList());
    int updated = 0;
    for (Relation relation : wanted) {
      Relation present = there.getOrDefault(relation.key(), relation);
      if (!present.id().equals(relation.id()) && !sameTerms(present, relation)) {
        update(recording, present, relation);
        updated++;
      }
    }
    for (Relation relation : wanted) {
      if (there.getOrDefault(relation.key(), relation).id().equals(relation.id())) {
        addCreated(recording, relation);
      }
    }
    return new Written(created, updated, wanted.size() - created - updated, 0);
  }

  /** Inserts relations; does not wait for the answer if all are known to be new. */
  private int insert(Recording recording, Collection<Relation> wanted, RelationFacts facts) {
    if (wanted.stream().map(Relation::key).allMatch(facts.isNew())) {
      store.insertNew(recording, wanted);
      return wanted.size();
    }
    return store.insert(recording, wanted);
  }

  /**
   * Deletes relations by their keys, and returns their number; skips missing ones. Does not consult
   * the model: relations that it no longer declares can be deleted as well.
   */
  public int delete(Recording recording, List<NewRelation> batch) {
    Map<Relation.Key, Relation> present = present(recording.organization(), batch);
    present.values().forEach(relation -> delete(recording, relation));
    return present.size();
  }

  void delete(Recording recording, Relation relation) {
    store.delete(recording, relation);
    recording.add(
        Effect.removed(EventType.RELATION_DELETED, TARGET, relation.id().toString(), relation));
  }

  /** Finds the relation with the same key, regardless of its terms; by ids or external ids. */
  Optional<Relation> find(OrganizationId organization, NewRelation named) {
    return present(organization, List.of(named)).values().stream().findFirst();
  }

  private Map<Relation.Key, Relation> present(
      OrganizationId organization, List<NewRelation> named) {
    Map<SubjectRef, SubjectRef> known =
        directory.find(
            organization,
            named.stream().flatMap(each -> Stream.of(each.subject(), each.object())).toList());
    Set<Relation.Key> keys = new LinkedHashSet<>();
    for (NewRelation each : named) {
      SubjectRef subject = known.get(each.subject());
      SubjectRef object = known.get(each.object());
      if (subject != null && object != null) {
        keys.add(new Relation.Key(subject, each.subjectRelation(), each.relation(), object));
      }
    }
    return store.find(organization, keys);
  }

  /**
   * Returns relations, oldest first; VALIDATION for an entry that the directory should hold and
   * does not.
   */
  public Page<Relation> page(OrganizationId organization, PageRequest page, RelationFilter filter) {
    return transactions.call(() -> {
      RelationFilter known =
          new RelationFilter(
              directory.requireOrNull(organization, "filter[subject]", filter.subject()),
              filter.relation(),
              directory.requireOrNull(organization, "filter[object]", filter.object()));
      return list.page(organization, page, known);
    });
  }

  /** Finds the kinds, among these, of relations of some subjects, groups and wildcards included. */
  public Set<RelationKind> kinds(
      OrganizationId organization, Collection<SubjectRef> subjects, Collection<RelationKind> of) {
    return list.kinds(organization, subjects, of);
  }

  /** Every relation of an organization, one at a time. */
  public void forEach(OrganizationId organization, Consumer<Relation> each) {
    store.forEach(organization, each);
  }

  private static Map<Relation.Key, Relation> prepare(
      Recording recording, RelationFacts facts, List<NewRelation> batch) {
    RelationRules rules = new RelationRules(facts);
    Map<String, List<String>> faults = new HashMap<>();
    Map<Relation.Key, Relation> prepared = new LinkedHashMap<>();
    for (int i = 0; i < batch.size(); i++) {
      NewRelation request = batch.get(i);
      Map<String, List<String>> own = rules.faults("relations[" + i + "].", request);
      if (own.isEmpty()) {
        Relation relation = relation(recording, request, facts.known());
        prepared.put(relation.key(), relation);
      }
      faults.putAll(own);
    }
    if (!faults.isEmpty()) {
      throw IamException.validation(faults);
    }
    return prepared;
  }

  private static Relation relation(
      Recording recording, NewRelation request, Map<SubjectRef, SubjectRef> known) {
    return new Relation(
        UuidV7.next(),
        Objects.requireNonNull(known.get(request.subject())),
        request.subjectRelation(),
        request.relation(),
        Objects.requireNonNull(known.get(request.object())),
        request.condition(),
        request.namedCondition(),
        DirectoryRules.micros(request.validFrom()),
        DirectoryRules.micros(request.validUntil()),
        recording.at());
  }

  private void update(Recording recording, Relation before, Relation wanted) {
    Relation after =
        new Relation(
            before.id(),
            before.subject(),
            before.subjectRelation(),
            before.relation(),
            before.object(),
            wanted.condition(),
            wanted.namedCondition(),
            wanted.validFrom(),
            wanted.validUntil(),
            before.createdAt());
    store.update(recording, after);
    recording.add(
        Effect.changed(EventType.RELATION_UPDATED, TARGET, after.id().toString(), before, after));
  }

  private static boolean sameTerms(Relation a, Relation b) {
    return Objects.equals(a.condition(), b.condition())
        && Objects.equals(a.namedCondition(), b.namedCondition())
        && Objects.equals(a.validFrom(), b.validFrom())
        && Objects.equals(a.validUntil(), b.validUntil());
  }
}
