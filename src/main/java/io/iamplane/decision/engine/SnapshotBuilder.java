package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.shared.SubjectRef;
import org.jspecify.annotations.Nullable;

/**
 * Makes a snapshot from facts, one at a time, so that a store can stream them. Not for use by
 * several threads. The order of facts does not matter.
 */
public final class SnapshotBuilder {

  private final Nodes nodes;
  private final CatalogBuilder catalog;
  private final Privileges.Interner privileges;
  private final NameIndex index;
  private boolean prepared;
  private long factWeight;

  SnapshotBuilder() {
    this.nodes =
        new Nodes(
            NameHash.random(),
            WideMap.empty(),
            NameLog.EMPTY,
            KeyedMap.empty(),
            KeyedMap.empty(),
            new Symbols.Interner(Symbols.empty()));
    this.index = new NameIndex();
    this.catalog = new CatalogBuilder(null);
    this.privileges = new Privileges.Interner(Privileges.empty());
  }

  SnapshotBuilder(PolicySnapshot.State state) {
    this.nodes =
        new Nodes(
            state.hash(),
            state.nodes(),
            state.names(),
            state.holders(),
            state.reads(),
            new Symbols.Interner(state.symbols()));
    this.index = state.index();
    this.prepared = true;
    this.catalog = new CatalogBuilder(state.catalog());
    this.privileges = new Privileges.Interner(state.privileges());
    this.factWeight = state.factWeight();
  }

  /**
   * @throws IllegalArgumentException when a subject is there already, or an external id would name
   *     two
   */
  public SnapshotBuilder add(Fact fact) {
    factWeight += FactWeight.of(fact);
    switch (fact) {
      case SubjectFact subject -> nodes.addEntry(subject);
      case RelationFact relation -> addTuple(nodes.tuple(relation));
      case GrantFact grant -> nodes.addGrant(grant.subject(), compile(grant));
      case ApplicationFact application -> catalog.put(application);
      case PermissionFact permission -> catalog.put(permission);
      case RoleFact role -> catalog.put(role);
      case ModelFact model -> catalog.put(model);
    }
    return this;
  }

  /**
   * @throws IllegalStateException when the fact is not there
   */
  SnapshotBuilder remove(Fact fact) {
    factWeight -= FactWeight.of(fact);
    switch (fact) {
      case SubjectFact subject -> nodes.removeEntry(subject);
      case RelationFact relation -> removeTuple(nodes.tuple(relation));
      case GrantFact grant -> nodes.removeGrant(grant.subject(), compile(grant));
      case ApplicationFact application -> catalog.removeApplication(application.key());
      case PermissionFact permission -> catalog.removePermission(permission.key());
      case RoleFact role -> catalog.removeRole(role.key());
      case ModelFact model -> catalog.removeModel(model.application());
    }
    return this;
  }

  private void addTuple(@Nullable Tuple tuple) {
    if (tuple != null) {
      nodes.addTuple(tuple);
    }
  }

  private void removeTuple(@Nullable Tuple tuple) {
    if (tuple != null) {
      nodes.removeTuple(tuple);
    }
  }

  private IndexedGrant compile(GrantFact fact) {
    String application = fact.application();
    SubjectRef scope = fact.scope();
    int scopeType = scope == null ? Symbols.NONE : nodes.symbol(scope.type());
    Ref resource =
        scope == null || scope.id().equals(Ref.EVERYONE)
            ? null
            : nodes.reference(scopeType, scope.id()).ref();
    return new IndexedGrant(
        fact,
        privileges.number(fact.privilege()),
        application == null ? Symbols.NONE : nodes.symbol(application),
        scopeType,
        resource);
  }

  /** About how many bytes of memory it takes by now. */
  public long weight() {
    return FactWeight.EMPTY + (long) FactWeight.NODE * nodes.count() + factWeight;
  }

  /** Builds a snapshot of the facts added so far; the builder may continue to a later version. */
  public PolicySnapshot build(long version) {
    var compiled = catalog.build(nodes.symbols(), privileges);
    WideMap<Node> frozen = nodes.freeze();
    NameLog names = nodes.names();
    if (!prepared) {
      prepared = true;
      index.prepare(names);
    }
    return new PolicySnapshot(
        version,
        new PolicySnapshot.State(
            nodes.hash(),
            frozen,
            names,
            index,
            nodes.holders(),
            nodes.reads(),
            factWeight,
            nodes.symbols().symbols(),
            privileges.privileges(),
            compiled));
  }
}
