package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.FactChange;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.AskedName;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.language.condition.Root;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.SubjectType;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One version of one tenant's policy. Immutable and safe to share between threads. */
public final class PolicySnapshot {

  private static final String PARENT = "parent";

  private final long version;
  private final State state;

  /** The snapshot below the contextual relations of a request; null without them. */
  private final @Nullable PolicySnapshot base;

  private final int user;
  private final int group;
  private final int serviceAccount;
  private final int member;
  private final int parent;

  record State(
      NameHash hash,
      WideMap<Node> nodes,
      NameLog names,
      NameIndex index,
      KeyedMap<Holders> holders,
      KeyedMap<AttributeReads> reads,
      long factWeight,
      Symbols symbols,
      Privileges privileges,
      Catalog catalog) {}

  PolicySnapshot(long version, State state) {
    this(version, state, null);
  }

  private PolicySnapshot(long version, State state, @Nullable PolicySnapshot base) {
    this.version = version;
    this.state = state;
    this.base = base;
    this.user = state.symbols().number(SubjectRef.USER);
    this.group = state.symbols().number(SubjectRef.GROUP);
    this.serviceAccount = state.symbols().number(SubjectRef.SERVICE_ACCOUNT);
    this.member = state.symbols().number("member");
    this.parent = state.symbols().number(PARENT);
  }

  /** Starts a tenant's first snapshot. */
  public static SnapshotBuilder builder() {
    return new SnapshotBuilder();
  }

  /**
   * Makes a later version by changes in the order of their making. Costs time and memory in
   * proportion to the changes; a change of the catalogue costs in proportion to the catalogue.
   *
   * @throws IllegalStateException when a before image differs from this snapshot: then the version
   *     is undefined, and the tenant must be reloaded
   * @throws IllegalArgumentException when an external id would name two entries
   */
  public PolicySnapshot apply(long next, List<FactChange> changes) {
    SnapshotBuilder builder = new SnapshotBuilder(state);
    for (FactChange change : changes) {
      if (change.before() != null) {
        builder.remove(change.before());
      }
      if (change.after() != null) {
        builder.add(change.after());
      }
    }
    return builder.build(next);
  }

  /**
   * This version with the contextual relations of a request, for that request alone. Memberships of
   * groups are left out: they are the directory's, and grants follow from them.
   */
  PolicySnapshot with(List<RelationFact> relations) {
    SnapshotBuilder builder = new SnapshotBuilder(state);
    for (RelationFact relation : relations) {
      if (!relation.isMembership()) {
        builder.add(relation);
      }
    }
    return new PolicySnapshot(version, builder.build(version).state, this);
  }

  public long version() {
    return version;
  }

  /** The number of names of objects. Removed facts leave their names behind until a reload. */
  public int nodeCount() {
    return state.names().count();
  }

  /** Estimates its memory in bytes, by the contents of its facts. */
  public long weight() {
    return FactWeight.EMPTY
        + (long) FactWeight.NODE * nodeCount()
        + state.factWeight()
        + Integer.BYTES * contained();
  }

  /**
   * The number of names of types, relations, named conditions and applications. Removed facts leave
   * their names behind until a reload.
   */
  public int symbolCount() {
    return symbols().count();
  }

  /** Counts the permissions of all roles, those of an included role in each that includes it. */
  public long contained() {
    return catalog().contained();
  }

  /** Returns true if the application exists and is active. */
  public boolean hasApplication(String key) {
    return catalog().hasApplication(key);
  }

  /** The full keys of all permissions, in no order. */
  public Set<String> permissionKeys() {
    return catalog().permissionKeys();
  }

  /** Finds the types with a relation or permission of that name in a model; null: in any. */
  public SortedSet<String> typesWith(@Nullable String application, String name) {
    return catalog().typesWith(application, name);
  }

  /** The actions that AuthZEN can ask of resources of a type in an application, in order. */
  public SortedSet<String> actions(String application, String type) {
    return catalog().actions(application, type);
  }

  /**
   * Finds the only active application of which AuthZEN can ask an action, or any if it is empty, on
   * a type; null for none or several.
   */
  public @Nullable String applicationActing(String type, String action) {
    return catalog().applicationActing(type, action);
  }

  /** The type of resource that a permission is about; null when it names none, or is unknown. */
  public @Nullable String resourceType(String permission) {
    CatalogPermission known = catalog().permission(permission);
    return known == null ? null : known.fact().resourceType();
  }

  /** Returns this policy's name for a question about a resource, or about none. */
  public AskedName nameOf(Asked asked, @Nullable Party about) {
    return catalog().nameOf(asked, about);
  }

  /** The id of the entry that a name stands for; null when nothing mentions the name. */
  public @Nullable String idOf(String type, String name) {
    Node named = named(symbols().number(type), name);
    return named == null ? null : resolve(named).ref().id();
  }

  /** The id of the entry that a name stands for; null when there is no such entry. */
  public @Nullable String entryOf(String type, String name) {
    Node named = named(symbols().number(type), name);
    Node resolved = named == null ? null : resolve(named);
    return resolved == null || resolved.entry() == null ? null : resolved.ref().id();
  }

  /**
   * Returns true if this very relation exists, with any condition and times; without a {@code
   * subjectRelation}, of the subject itself.
   */
  public boolean hasRelation(
      SubjectRef subject, @Nullable String subjectRelation, String relation, SubjectRef object) {
    Node from = named(symbols().number(subject.type()), subject.id());
    Node to = named(symbols().number(object.type()), object.id());
    TupleSet tuples = to == null ? null : to.tuples();
    int userset = subjectRelation == null ? Symbols.NONE : symbols().number(subjectRelation);
    return from != null
        && tuples != null
        && (subjectRelation == null || userset != Symbols.NONE)
        && tuples.has(from.ref(), userset, symbols().number(relation));
  }

  /** Returns true if the role can be granted: it is declared and not deprecated, or seeded. */
  public boolean hasRole(String key) {
    return catalog().role(key) != null;
  }

  /** A role and all that it includes, at any depth; empty when one is missing or deprecated. */
  public Optional<List<RoleFact>> rolesWithin(String key) {
    Map<String, RoleFact> within = new LinkedHashMap<>();
    Deque<String> next = new ArrayDeque<>(List.of(key));
    while (!next.isEmpty()) {
      String each = next.remove();
      RoleFact role = catalog().role(each);
      if (role == null) {
        return Optional.empty();
      }
      if (within.putIfAbsent(each, role) == null) {
        next.addAll(role.includes());
      }
    }
    return Optional.of(List.copyOf(within.values()));
  }

  public boolean hasPermission(String key) {
    return catalog().permission(key) != null;
  }

  /** Returns true if a model allows resources of this type as parents. */
  public boolean mayBeAbove(String type) {
    SubjectType above = new SubjectType(type, null, false);
    return models().stream()
        .flatMap(model -> model.types().values().stream())
        .flatMap(below -> below.relations().getOrDefault(PARENT, List.of()).stream())
        .anyMatch(each -> each.with(null).equals(above));
  }

  /** Returns true, perhaps wrongly, if such a relation's condition reads a changed attribute. */
  public boolean isReadByRelation(String relation, AttributeChange change) {
    return AttributeReads.isRead(
        state.reads(), symbols().number(relation), change.root(), change.fields());
  }

  /** Returns true, perhaps wrongly, if any relation has such a condition. */
  public boolean isReadByRelations(AttributeChange change) {
    return AttributeReads.isRead(state.reads(), AttributeReads.ALL, change.root(), change.fields());
  }

  /** Returns true if what is below something else depends on attributes of the asking subject. */
  public boolean isBelowForSome() {
    return AttributeReads.isAnyRead(state.reads(), parent, Root.SUBJECT);
  }

  public @Nullable RelationModel model(String application) {
    ModelFact fact = catalog().source().models().get(application);
    return fact == null ? null : fact.model();
  }

  /** The relation models of all applications, suspended ones too. */
  public List<RelationModel> models() {
    return catalog().source().models().values().stream().map(ModelFact::model).toList();
  }

  Symbols symbols() {
    return state.symbols();
  }

  Privileges privileges() {
    return state.privileges();
  }

  Catalog catalog() {
    return state.catalog();
  }

  /** Returns true if objects of that type exist only as entries of the directory. */
  boolean isDirectoryType(int type) {
    return type == user || type == group || type == serviceAccount;
  }

  /** Returns true if it is the membership of groups, which the directory keeps. */
  public boolean isMembership(int type, int relation) {
    return type == group && relation == member;
  }

  /**
   * The names of a type, after an id if there is one, in the order of their ids; some may be of a
   * later version. Those of a request never enter the index, which all versions share; one that a
   * later version added as well is the request's.
   */
  Iterator<Ref> sortedNames(int type, @Nullable String after, WalkMeter meter) {
    return sortedNames(type, meter).after(after);
  }

  private SortedNames sortedNames(int type, WalkMeter meter) {
    return base == null
        ? state.index().of(state.names(), type, meter)
        : base.sortedNames(type, meter).and(state.names().since(base.state.names(), type));
  }

  @Nullable Holders holders(int privilege) {
    return state.holders().get(privilege);
  }

  /** The node of a name, perhaps of a later version; null when this one does not have it. */
  @Nullable Node nodeIfKnown(Ref ref) {
    Node node = state.nodes().get(ref.key());
    return node == null || node.ref() != ref ? null : node;
  }

  boolean isGroup(int type) {
    return type == group;
  }

  /** The symbol of the relation between a group and those in it. */
  int memberSymbol() {
    return member;
  }

  /** The symbol of the relation along which scopes reach down. */
  int parentSymbol() {
    return parent;
  }

  /** The node of this very name; null when nothing mentions it. */
  @Nullable Node named(int type, String id) {
    long key = state.hash().of(type, id);
    while (true) {
      Node node = state.nodes().get(key);
      if (node == null || node.ref().is(type, id)) {
        return node;
      }
      key++; // another name of the same hash sits here
    }
  }

  /** Resolves a name: to the entry with this external id, otherwise to its own node. */
  Node resolve(Node named) {
    Ref canonical = named.canonical();
    return named.entry() == null && canonical != null ? node(canonical) : named;
  }

  Node resolve(Ref ref) {
    return resolve(node(ref));
  }

  Node node(Ref ref) {
    Node node = state.nodes().get(ref.key());
    if (node == null) {
      throw new IllegalStateException("the reference belongs to another tenant");
    }
    return node;
  }

  /**
   * The node of a resolved node's external id, where facts may hang too; null when it has none, or
   * when no fact ever used it.
   */
  public @Nullable Node second(Node resolved) {
    Entry entry = resolved.entry();
    if (entry == null || entry.external() == null || !entry.externalUsed()) {
      return null;
    }
    Node second = node(entry.external());
    return second.entry() == null ? second : null;
  }

  /** A resolved node and its {@link #second}. */
  void forEachName(Node resolved, Consumer<Node> name) {
    name.accept(resolved);
    Node second = second(resolved);
    if (second != null) {
      name.accept(second);
    }
  }
}
