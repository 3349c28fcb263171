package io.iamplane.escalation;

import io.iamplane.catalog.manifest.ManifestId;
import io.iamplane.catalog.manifest.ManifestVersion;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.SnapshotEntries;
import io.iamplane.directory.group.GroupId;
import io.iamplane.grant.GrantId;
import io.iamplane.grant.NewGrant;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Persons act at random through accounts with known credentials; each act is judged by the rights
 * that it brought to each subject.
 */
final class PowerRun extends PowerActs {

  private static final int PERSONS = 4;

  private final Changes changes;
  private final String where;
  private final PowerOracle oracle;
  private final List<GrantId> grants = new ArrayList<>();
  private final List<SubjectRef[]> members = new ArrayList<>();
  private final List<NewRelation> tuples = new ArrayList<>();
  private final Map<ManifestId, Boolean> manifests = new HashMap<>();
  private @Nullable ManifestId pending;
  private @Nullable SubjectRef submitter;
  private int number;
  private int accepted;

  /** A gain of power that the guards did not refuse. */
  static final class Violation extends AssertionError {
    private static final long serialVersionUID = 1L;

    Violation(String message) {
      super(message);
    }
  }

  PowerRun(PowerWorld world, Changes changes, long seed, Theme theme) {
    super(world, seed, theme);
    this.changes = changes;
    this.where = "seed " + seed + " of " + theme;
    this.oracle = new PowerOracle(start, this::named);
    world.operator(tenant, this::begin);
  }

  /** Counts the acts that were carried out. */
  int accepted() {
    return accepted;
  }

  private void begin(Recording recording) {
    for (int person = 0; person < PERSONS; person++) {
      SubjectRef account = world.account(recording, "person " + person);
      knows.put(account, new HashSet<>(Set.of(person)));
    }
    for (int i = 0; i < 3; i++) {
      users.add(world.user(recording));
      groups.add(world.group(recording, "g" + i));
    }
    themed(recording);
    related(recording);
    modelled(recording);
    world.role(recording, "plain", "shop:low.run");
    List<SubjectRef> persons = List.copyOf(knows.keySet());
    for (SubjectRef each : persons) {
      if (rare.nextInt(12) == 0) {
        given(recording, PowerWorld.privilege(each, PowerOracle.ESCALATE));
      }
      PowerOracle.CONTROL_PLANE.stream()
          .filter(_ -> random.nextInt(4) > 0)
          .forEach(key -> given(recording, grant(each, key)));
      given(recording, grant(each, any(PowerOracle.OF_SHOP)));
      given(
          recording, grant(each, any(List.of("role plain", "role shop:clerk", "role shop:boss"))));
      if (random.nextBoolean()) {
        NewGrant.Builder denial =
            PowerWorld.privilege(each, any(PowerOracle.OF_SHOP)).denying().when(condition());
        given(recording, theme == Theme.PLACES ? denial.on(NORTH) : denial);
      }
    }
    for (SubjectRef group : groups) {
      given(recording, grant(group, any(PowerOracle.CONTROL_PLANE)));
      given(recording, grant(group, any(PowerOracle.OF_SHOP)));
    }
  }

  /** Prepares the facts that a theme needs. */
  private void themed(Recording recording) {
    switch (theme) {
      case ERASURES ->
          users.forEach(user -> world.attributes(recording, user, Map.of("open", true)));
      case LOSSES ->
          knows
              .keySet()
              .forEach(each -> {
                SubjectRef machine = world.account(recording, "machine");
                machines.add(machine);
                world.relations.write(
                    recording,
                    List.of(
                        NewRelation.of(each, null, "reader", DOC),
                        NewRelation.of(each, null, "manager", machine),
                        NewRelation.of(machine, null, "blocked", DOC)));
              });
      case MANIFESTS -> {
        world.installer.applyNow(recording, world.manifest("Shop", ", \"hot.run\"", ""));
        knows
            .keySet()
            .forEach(
                each -> given(recording, PowerWorld.privilege(each, "role shop:clerk").denying()));
      }
      case ANY, PARENTS, ARROWS, THINGS, PLACES -> {
        // Begins as any run.
      }
    }
  }

  /** Relations that were there before anybody acted. */
  private void related(Recording recording) {
    for (int i = 0; i < 4; i++) {
      NewRelation tuple = tuple();
      world.relations.write(recording, List.of(tuple));
      tuples.add(tuple);
    }
  }

  /** Installs a further model in some runs. */
  private void modelled(Recording recording) {
    switch (rare.nextInt(4)) {
      case 0 -> {
        world.installer.applyNow(recording, world.manifest(PowerWorld.YARD));
        tuples.add(NewRelation.of(groups.getFirst(), null, "team", new SubjectRef("deed", "1")));
        world.relations.write(recording, List.of(tuples.getLast()));
      }
      case 2 -> world.installer.applyNow(recording, world.manifest(PowerWorld.CLUB));
      default -> {
        // Most runs have one application.
      }
    }
  }

  /** The user or the group that a number stands for. */
  private SubjectRef named(SubjectRef numbered) {
    return switch (numbered.type()) {
      case SubjectRef.USER -> users.get(Integer.parseInt(numbered.id()));
      case SubjectRef.GROUP -> groups.get(Integer.parseInt(numbered.id()));
      default -> numbered;
    };
  }

  private void given(Recording recording, NewGrant.Builder builder) {
    grants.add(world.grants.create(recording, builder.build()).id());
  }

  /** One act of one person. */
  void step() {
    number++;
    SubjectRef account = any(List.copyOf(knows.keySet()));
    int person = any(List.copyOf(knows.get(account)));
    Act act = act(account, person);
    // After what an operator does to prepare the act, such as a suspension.
    PolicySnapshot before = world.snapshot(tenant);
    if (!SnapshotEntries.isActive(before, account)) {
      return; // Its tokens are refused.
    }
    try {
      changes.record(
          Change.policy(
              caller(account),
              tenant,
              recording -> {
                act.body().accept(recording);
                return true;
              }));
    } catch (IamException refused) {
      return;
    }
    accepted++;
    Map<SubjectRef, Set<Integer>> knew = new LinkedHashMap<>();
    knows.forEach((known, who) -> knew.put(known, Set.copyOf(who)));
    act.known().run();
    judge(person, act, before, knew);
  }

  private void judge(
      int person, Act act, PolicySnapshot before, Map<SubjectRef, Set<Integer>> knew) {
    PolicySnapshot after = world.snapshot(tenant);
    BitSet had = points(before, person, knew);
    String what = where + ", act " + number + ": " + act.name() + " by person " + person;
    if (!act.approved()) {
      List<PowerOracle.Point> more = PowerOracle.beyond(points(after, person, knows), had);
      if (!more.isEmpty()) {
        throw new Violation(what + " gained " + more);
      }
    }
    BitSet givable = PowerOracle.givable(had, act.freely() || act.approved());
    List<SubjectRef> others = new ArrayList<>(users);
    knows.keySet().stream().filter(each -> !knows.get(each).contains(person)).forEach(others::add);
    for (SubjectRef other : others) {
      BitSet gained = oracle.of(after, other);
      gained.andNot(oracle.of(before, other));
      List<PowerOracle.Point> more = PowerOracle.beyond(gained, givable);
      if (!more.isEmpty()) {
        throw new Violation(what + " gave " + other + " " + more);
      }
    }
  }

  private BitSet points(PolicySnapshot snapshot, int person, Map<SubjectRef, Set<Integer>> known) {
    BitSet points = new BitSet();
    known.forEach((account, who) -> {
      if (who.contains(person)) {
        points.or(oracle.of(snapshot, account));
      }
    });
    return points;
  }

  private Act act(SubjectRef account, int person) {
    if (theme == Theme.THINGS && random.nextInt(3) == 0) {
      return opened();
    }
    if ((theme == Theme.ARROWS || theme == Theme.PARENTS) && random.nextInt(3) == 0) {
      return relation();
    }
    boolean own = theme.ordinal() >= Theme.PLACES.ordinal() && random.nextBoolean();
    return own ? themedAct(account) : anyAct(account, person);
  }

  private Act themedAct(SubjectRef account) {
    return switch (theme) {
      case PLACES -> random.nextBoolean() ? opened() : attributes();
      case ERASURES -> random.nextBoolean() ? opened() : erase();
      case LOSSES -> delete();
      case MANIFESTS -> manifest(account);
      case ANY, THINGS -> opened();
      case PARENTS, ARROWS -> relation();
    };
  }

  private Act anyAct(SubjectRef account, int person) {
    return switch (random.nextInt(19)) {
      case 0, 1, 2, 3 -> {
        NewGrant.Builder grant = grant(anySubject(), anyPrivilege());
        yield act("grant", false, recording -> given(recording, grant));
      }
      case 4 -> {
        GrantId grant = any(grants);
        yield act("revoke", false, recording -> world.grants.revoke(recording, grant, null));
      }
      case 5 -> {
        GrantId grant = any(grants);
        attempt(recording -> world.grants.suspend(recording, grant));
        yield act("reinstate", false, recording -> world.grants.reinstate(recording, grant, null));
      }
      case 6, 7 -> enter();
      case 8 -> leave();
      case 9 -> create(person);
      case 10 -> rotate(person);
      case 11 -> random.nextBoolean() ? opened() : attributes();
      case 12 -> reactivate();
      case 13 -> role();
      case 14, 16, 17 -> relation();
      case 18 -> suspend();
      default -> manifest(account);
    };
  }

  private Act enter() {
    SubjectRef group = any(groups);
    SubjectRef member = anySubject();
    String condition = condition();
    Instant until = time();
    return act(
        "membership",
        false,
        recording -> {
          if (member.equals(group) || groups.indexOf(member) > groups.indexOf(group)) {
            throw IamException.conflict("no circles here");
          }
          world.groups.addMember(
              recording, GroupId.parse(group.id()).orElseThrow(), member, condition, null, until);
          members.add(new SubjectRef[] {group, member});
        });
  }

  private Act leave() {
    SubjectRef[] gone = members.isEmpty() ? null : any(members);
    return act(
        "leaving",
        false,
        recording -> {
          if (gone == null) {
            throw IamException.notFound();
          }
          world.groups.removeMember(recording, GroupId.parse(gone[0].id()).orElseThrow(), gone[1]);
        });
  }

  private Act relation() {
    if (!tuples.isEmpty() && random.nextInt(3) == 0) {
      NewRelation gone = any(tuples);
      return act("unrelated", true, recording -> world.relations.delete(recording, List.of(gone)));
    }
    NewRelation tuple = tuple();
    return act(
        "relation",
        true,
        recording -> {
          world.relations.write(recording, List.of(tuple));
          tuples.add(tuple);
        });
  }

  private Act manifest(SubjectRef account) {
    ManifestId waiting = pending;
    int kind = random.nextInt(4);
    if (waiting == null || kind == 0) {
      String extra = any(List.of("", "", ", \"hot.run\""));
      String includes = any(List.of("", "", ", \"includes\": [\"boss\"]"));
      String name = "Shop " + number;
      return act(
          "submission",
          false,
          recording -> {
            ManifestVersion version =
                world.manifests.submit(recording, world.manifest(name, extra, includes)).version();
            pending = version.id();
            submitter = account;
            manifests.put(version.id(), false);
          });
    }
    return switch (kind) {
      case 1 ->
          act(
              "approval",
              false,
              recording -> {
                world.manifests.approve(recording, waiting, null, null);
                if (sharedBy(account, submitter)) {
                  throw new Violation(where + ", act " + number + ": one hand approved its own");
                }
                manifests.put(waiting, true);
              });
      case 2 ->
          new Act(
              "application",
              false,
              Boolean.TRUE.equals(manifests.get(waiting)),
              recording -> world.installer.apply(recording, waiting, null),
              () -> {});
      default ->
          act(
              "rollback",
              false,
              recording ->
                  world.installer.rollBack(
                      recording, world.manifests.applied(tenant, "shop").orElseThrow().id(), null));
    };
  }

  private boolean sharedBy(SubjectRef one, @Nullable SubjectRef other) {
    Set<Integer> both = new HashSet<>(knows.get(one));
    both.retainAll(knows.getOrDefault(other, Set.of()));
    return !both.isEmpty();
  }

  private Caller caller(SubjectRef account) {
    return new Caller(
        tenant,
        false,
        account,
        "client_of_" + account.id(),
        Aal.AAL1,
        new Caller.Origin("power", null, null));
  }
}
