package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.shared.SubjectRef;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The builder's view of the map of nodes: interns names and hangs facts on them. */
final class Nodes {

  /** More are edited in a batch, which copies them once. */
  private static final int FEW_MEMBERSHIPS = 32;

  private final NameHash hash;
  private final Symbols.Interner symbols;
  private final int group;
  private final int member;
  private final NameLog.Appender names;
  private WideMap<Node> nodes;
  private KeyedMap<Holders> holders;
  private KeyedMap<AttributeReads> reads;

  /** For subjects with many, by the keys of their nodes, until the map is frozen. */
  private final Map<Long, Edits<Tuple>> membershipEdits = new HashMap<>();

  private final Map<Long, GrantEdits> grantEdits = new HashMap<>();
  private Object owner = new Object();

  Nodes(
      NameHash hash,
      WideMap<Node> nodes,
      NameLog names,
      KeyedMap<Holders> holders,
      KeyedMap<AttributeReads> reads,
      Symbols.Interner symbols) {
    this.hash = hash;
    this.nodes = nodes;
    this.names = new NameLog.Appender(names);
    this.holders = holders;
    this.reads = reads;
    this.symbols = symbols;
    this.group = symbols.number(SubjectRef.GROUP);
    this.member = symbols.number("member");
  }

  NameHash hash() {
    return hash;
  }

  int symbol(String name) {
    return symbols.number(name);
  }

  Symbols.Interner symbols() {
    return symbols;
  }

  int count() {
    return names.count();
  }

  /** All names, as they are when the map is frozen. */
  NameLog names() {
    return names.freeze();
  }

  KeyedMap<Holders> holders() {
    return holders;
  }

  KeyedMap<AttributeReads> reads() {
    return reads;
  }

  /**
   * Freezes the map; later changes copy from it.
   *
   * @throws IllegalStateException when a fact removed from many of a subject was not there
   */
  WideMap<Node> freeze() {
    membershipEdits.forEach((key, edits) -> put(edited(key).withMemberships(edits.apply())));
    grantEdits.forEach((key, edits) -> put(edited(key).withGrants(edits.apply())));
    membershipEdits.clear();
    grantEdits.clear();
    owner = new Object();
    return nodes;
  }

  private Node edited(long key) {
    return Objects.requireNonNull(nodes.get(key));
  }

  Node intern(SubjectRef ref) {
    return intern(symbols.number(ref.type()), ref.id());
  }

  Node intern(int type, String id) {
    long key = hash.of(type, id);
    while (true) {
      Node node = nodes.get(key);
      if (node == null) {
        Node made = Node.of(new Ref(key, names.count(), type, id));
        names.add(made.ref());
        put(made);
        return made;
      }
      if (node.ref().is(type, id)) {
        return node;
      }
      key++; // another name of the same hash sits here; names never go, so this stays findable
    }
  }

  /** The node of a name that a fact uses. */
  Node reference(int type, String id) {
    Node node = intern(type, id);
    if (node.canonical() != null) {
      Node target = node(node.canonical());
      Entry entry = target.entry();
      if (entry != null && !entry.externalUsed()) {
        put(target.withEntry(entry.withExternalUsed()));
      }
    }
    return node;
  }

  private Node reference(SubjectRef ref) {
    return reference(symbols.number(ref.type()), ref.id());
  }

  private Node node(Ref ref) {
    return intern(ref.type(), ref.id());
  }

  private void put(Node node) {
    nodes = nodes.put(node, owner);
  }

  void addEntry(SubjectFact fact) {
    Node node = intern(fact.ref());
    if (node.entry() != null) {
      throw new IllegalArgumentException(fact.ref() + " already exists");
    }
    String externalId = fact.externalId();
    if (node.ref().wildcard() || Ref.EVERYONE.equals(externalId)) {
      throw new IllegalArgumentException("'*' means everyone and cannot name an entry");
    }
    // An external id that is the id itself names the node already.
    Ref external = externalId == null ? null : node.ref();
    boolean used = false;
    if (externalId != null && !externalId.equals(fact.ref().id())) {
      int known = names.count();
      Node alias = intern(node.ref().type(), externalId);
      used = names.count() == known;
      if (alias.canonical() != null) {
        throw new IllegalArgumentException(
            "external id '" + externalId + "' would name two entries of type " + fact.ref().type());
      }
      put(alias.withCanonical(node.ref()));
      external = alias.ref();
    }
    put(node(node.ref()).withEntry(new Entry(external, used, fact.active(), fact.attributes())));
  }

  void removeEntry(SubjectFact fact) {
    Node node = intern(fact.ref());
    Entry entry = node.entry();
    if (entry == null) {
      throw new IllegalStateException(fact.ref() + " is not in the snapshot");
    }
    put(node.withEntry(null));
    if (entry.external() != null) {
      put(node(entry.external()).withCanonical(null));
    }
  }

  void addGrant(SubjectRef subject, IndexedGrant grant) {
    scope(grant, 1);
    Node node = reference(subject);
    if (!grant.isDeny()) {
      holders = Holders.with(holders, grant.privilege(), node.ref(), owner);
    }
    GrantSet grants = node.grants() == null ? GrantSet.NONE : node.grants();
    GrantEdits edits = grantEdits.get(node.key());
    if (edits == null && grants.takesOneMore()) {
      put(node.withGrants(grants.with(grant)).mentioned(mention(grant)));
    } else {
      edits(node, grants).add(grant);
      put(node.mentioned(mention(grant)));
    }
  }

  void removeGrant(SubjectRef subject, IndexedGrant grant) {
    scope(grant, -1);
    Node node = reference(subject);
    if (!grant.isDeny()) {
      holders = Holders.without(holders, grant.privilege(), node.ref(), owner);
    }
    GrantSet grants = node.grants() == null ? GrantSet.NONE : node.grants();
    GrantEdits edits = grantEdits.get(node.key());
    if (edits == null && grants.isFew()) {
      put(node.withGrants(grants.without(grant)).mentioned(-mention(grant)));
    } else {
      edits(node, grants).remove(grant);
      put(node.mentioned(-mention(grant)));
    }
  }

  private void scope(IndexedGrant grant, int more) {
    if (grant.scope() != null) {
      put(node(grant.scope()).scoped(more));
    }
  }

  private GrantEdits edits(Node node, GrantSet grants) {
    return grantEdits.computeIfAbsent(node.key(), _ -> grants.edit(owner));
  }

  /** A denial makes no subject known, since a known subject has everyone's rights. */
  private static int mention(IndexedGrant grant) {
    return grant.isDeny() ? 0 : 1;
  }

  /**
   * A group as a member of a group always means its members. Usersets of other kinds make no
   * membership: null.
   */
  @Nullable Tuple tuple(RelationFact fact) {
    Ref object = reference(fact.object()).ref();
    Ref subject = reference(fact.subject().ref()).ref();
    String userset = fact.subject().relation();
    int relation = symbols.number(fact.relation());
    int subjectRelation = userset == null ? Symbols.NONE : symbols.number(userset);
    int named =
        fact.condition() instanceof ConditionUse use ? symbols.number(use.name()) : Symbols.NONE;
    if (isMembership(object, relation)) {
      boolean nested = subject.type() == group && !subject.wildcard();
      if (subjectRelation != Symbols.NONE && !(nested && subjectRelation == member)) {
        return null;
      }
      subjectRelation = nested ? member : Symbols.NONE;
      named = Symbols.NONE;
    }
    return new Tuple(
        fact.id(),
        object,
        relation,
        subject,
        subjectRelation,
        named,
        fact.condition(),
        fact.from(),
        fact.until());
  }

  private boolean isMembership(Ref object, int relation) {
    return object.type() == group && relation == member;
  }

  void addTuple(Tuple tuple) {
    reads = AttributeReads.with(reads, tuple, owner);
    Node object = node(tuple.object());
    put(object.withTuples(TupleSet.with(object.tuples(), tuple, owner)));
    Node subject = node(tuple.subject()).mentioned(1);
    Edits<Tuple> edits = edits(subject, tuple);
    if (edits != null) {
      edits.add(tuple);
    } else if (isMembership(tuple.object(), tuple.relation())) {
      subject = subject.withMemberships(FactId.with(subject.memberships(), tuple));
    } else {
      subject = subject.withUses(TupleUses.with(subject.uses(), tuple, owner));
    }
    put(subject);
  }

  void removeTuple(Tuple tuple) {
    Node object = node(tuple.object());
    if (object.tuples() == null) {
      throw tuple.absent();
    }
    reads = AttributeReads.without(reads, tuple, owner);
    put(object.withTuples(object.tuples().without(tuple, owner)));
    Node subject = node(tuple.subject()).mentioned(-1);
    Edits<Tuple> edits = edits(subject, tuple);
    if (edits != null) {
      edits.remove(tuple);
    } else if (isMembership(tuple.object(), tuple.relation())) {
      subject = subject.withMemberships(FactId.without(subject.memberships(), tuple));
    } else if (subject.uses() == null) {
      throw tuple.absent();
    } else {
      subject = subject.withUses(subject.uses().without(tuple, owner));
    }
    put(subject);
  }

  /** Null when the tuple is no membership, or of a subject with few. */
  private @Nullable Edits<Tuple> edits(Node subject, Tuple tuple) {
    return subject.memberships().length < FEW_MEMBERSHIPS
            || !isMembership(tuple.object(), tuple.relation())
        ? null
        : membershipEdits.computeIfAbsent(subject.key(), _ -> new Edits<>(subject.memberships()));
  }
}
