package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.FactChange;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.PermissionFact.Risk;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.RelationFact.Subject;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PolicySnapshotTest {

  private static final SubjectRef ANN = new SubjectRef("user", "ann");
  private static final SubjectRef DOC = new SubjectRef("doc", "1");

  private static PolicySnapshot of(Fact... facts) {
    SnapshotBuilder builder = PolicySnapshot.builder();
    for (Fact fact : facts) {
      builder.add(fact);
    }
    return builder.build(1);
  }

  private static SubjectFact entry(String id, @Nullable String external) {
    return new SubjectFact(new SubjectRef("user", id), external, true, Map.of());
  }

  private static GrantFact grant(String id) {
    return TestGrants.permit(id, ANN, Privilege.role("r"), null, null);
  }

  private static RelationFact relation(String id, String subject) {
    return RelationFact.of(id, Subject.of(new SubjectRef("user", subject)), "viewer", DOC);
  }

  static List<Fact> oneOfEachKind() {
    return List.of(
        entry("ann", "x"),
        RelationFact.membership("m", "staff", ANN, null),
        new ApplicationFact("app", true),
        new PermissionFact("app:p", "app", null, null, null, Risk.LOW, Aal.AAL1),
        new RoleFact("r", Set.of("app:p"), Set.of(), Set.of(), false),
        grant("g"),
        new ModelFact("app", new RelationModel(Map.of())),
        relation("t", "ann"));
  }

  @ParameterizedTest
  @MethodSource("oneOfEachKind")
  void removingWhatIsNotThereIsRefused(Fact fact) {
    assertThatThrownBy(() -> of().apply(2, List.of(FactChange.removed(fact))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is not in the snapshot");
  }

  @ParameterizedTest
  @MethodSource("oneOfEachKind")
  void whatWasAddedCanBeRemovedAndAddedAgain(Fact fact) {
    PolicySnapshot snapshot =
        of(fact)
            .apply(2, List.of(FactChange.removed(fact)))
            .apply(3, List.of(FactChange.added(fact), new FactChange(fact, fact)));
    assertThat(snapshot.version()).isEqualTo(3);
    assertThatThrownBy(
            () -> snapshot.apply(4, List.of(FactChange.removed(fact), FactChange.removed(fact))))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void changeNeedsAnImage() {
    assertThatThrownBy(() -> new FactChange(null, null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void otherIdIsNotTheSameGrantOrRelation() {
    assertThatThrownBy(() -> of(grant("g1")).apply(2, List.of(FactChange.removed(grant("g2")))))
        .hasMessage("grant g2 is not in the snapshot");
    assertThatThrownBy(() ->
            of(relation("t1", "ann")).apply(2, List.of(FactChange.removed(relation("t2", "ann")))))
        .hasMessage("relation t2 is not in the snapshot");
  }

  @Test
  void failedChangeLeavesTheSnapshotUsable() {
    PolicySnapshot snapshot = of(entry("ann", null));
    assertThatThrownBy(() ->
            snapshot.apply(
                2, List.of(FactChange.removed(entry("ann", null)), FactChange.removed(grant("g")))))
        .isInstanceOf(IllegalStateException.class);
    assertThat(resolved(snapshot, "ann").entry()).isNotNull();
  }

  @Test
  void twoEntriesOfOneNameAreRefused() {
    assertThatThrownBy(() -> of(entry("ann", null), entry("ann", null)))
        .hasMessage("user:ann already exists");
    assertThatThrownBy(() -> of(entry("ann", "x"), entry("bob", "x")))
        .hasMessage("external id 'x' would name two entries of type user");
    assertThatThrownBy(() -> of(entry("*", null))).hasMessageContaining("means everyone");
    assertThatThrownBy(() -> of(entry("ann", "*"))).hasMessageContaining("means everyone");
  }

  private static Node resolved(PolicySnapshot snapshot, String name) {
    return snapshot.resolve(
        Objects.requireNonNull(snapshot.named(snapshot.symbols().number("user"), name)));
  }

  @Test
  void externalIdMovesFromOneEntryToAnother() {
    PolicySnapshot before = of(entry("ann", "x"), entry("bob", null));
    PolicySnapshot after =
        before.apply(
            2,
            List.of(
                new FactChange(entry("ann", "x"), entry("ann", null)),
                new FactChange(entry("bob", null), entry("bob", "x"))));
    assertThat(resolved(before, "x").ref().id()).isEqualTo("ann");
    assertThat(resolved(after, "x").ref().id()).isEqualTo("bob");
  }

  @Test
  void externalIdThatAFactUsedBeforeOrAfterIsLookedUp() {
    GrantFact byExternal =
        TestGrants.permit("g", new SubjectRef("user", "x"), Privilege.role("r"), null, null);
    assertThat(second(of(byExternal, entry("ann", "x")))).isTrue();
    assertThat(second(of(entry("ann", "x"), byExternal))).isTrue();
    assertThat(second(of(entry("ann", "x")))).isFalse();
  }

  private static boolean second(PolicySnapshot snapshot) {
    return snapshot.second(resolved(snapshot, "ann")) != null;
  }

  @Test
  void namesOfTheSameHashAreToldApart() {
    NameHash hash = NameHash.random();
    Nodes nodes =
        new Nodes(
            hash,
            WideMap.empty(),
            NameLog.EMPTY,
            KeyedMap.empty(),
            KeyedMap.empty(),
            new Symbols.Interner(Symbols.empty()));
    Node one = nodes.intern(1, "a");
    Ref taken = new Ref(hash.of(1, "b"), 99, 1, "not b");
    PolicySnapshot snapshot =
        new PolicySnapshot(
            1,
            new PolicySnapshot.State(
                hash,
                WideMap.<Node>empty()
                    .put(one, new Object())
                    .put(Node.of(taken), new Object())
                    .put(Node.of(new Ref(hash.of(1, "b") + 1, 100, 1, "b")), new Object()),
                NameLog.EMPTY,
                new NameIndex(),
                KeyedMap.empty(),
                KeyedMap.empty(),
                0,
                Symbols.empty(),
                Privileges.empty(),
                of().catalog()));
    assertThat(Objects.requireNonNull(snapshot.named(1, "b")).ref().number()).isEqualTo(100);
    assertThat(snapshot.named(1, "c")).isNull();
  }

  /** Through the bounds between few and many, both ways. */
  @Test
  void setsOfAnySizeKeepWhatTheyAreGiven() {
    List<FactChange> added = new ArrayList<>();
    List<FactChange> removed = new ArrayList<>();
    for (int i = 0; i < 70; i++) {
      for (Fact fact :
          List.of(grant("g" + i), relation("t" + i, "u" + i), relation("w" + i, "*"))) {
        added.add(FactChange.added(fact));
        removed.add(FactChange.removed(fact));
      }
    }
    PolicySnapshot full = of().apply(2, added);
    int viewer = full.symbols().number("viewer");
    Node doc = Objects.requireNonNull(full.named(full.symbols().number("doc"), "1"));
    assertThat(Objects.requireNonNull(doc.tuples()).of(viewer)).hasSize(140);
    assertThat(Objects.requireNonNull(resolved(full, "ann").grants()).all()).hasSize(70);
    PolicySnapshot empty = full.apply(3, removed);
    Node rest = Objects.requireNonNull(empty.named(empty.symbols().number("doc"), "1"));
    assertThat(rest.known()).isFalse();
    assertThat(resolved(empty, "ann").known()).isFalse();
    assertThat(Objects.requireNonNull(resolved(full, "ann").grants()).all()).hasSize(70);
  }

  @Test
  void idsAreKeptWhateverTheirForm() {
    for (String id :
        List.of(
            "g1",
            "0190f3a2-7b1c-7def-8abc-0123456789ab",
            "0190F3A2-7B1C-7DEF-8ABC-0123456789AB",
            "000000000000000000000000000000000001")) {
      IndexedGrant grant = new IndexedGrant(grant(id), 1, 0, 0, null);
      assertThat(grant.id()).isEqualTo(id);
      assertThat(grant.compareId(new IndexedGrant(grant(id), 1, 0, 0, null))).isZero();
    }
  }

  @Test
  void permissionBelongsToTheApplicationOfItsKey() {
    assertThatThrownBy(() -> new PermissionFact("b:p", "app", null, null, null, Risk.LOW, Aal.AAL1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
