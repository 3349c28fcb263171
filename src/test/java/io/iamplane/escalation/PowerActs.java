package io.iamplane.escalation;

import io.iamplane.change.Recording;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Acts of persons on the directory and on a role. */
abstract class PowerActs extends PowerDice {

  final PowerWorld world;
  final OrganizationId tenant;

  PowerActs(PowerWorld world, long seed, Theme theme) {
    super(seed, theme);
    this.world = world;
    this.tenant = world.tenant();
  }

  final Act create(int person) {
    SubjectRef[] made = new SubjectRef[1];
    return new Act(
        "account",
        false,
        false,
        recording -> made[0] = world.account(recording, "made by " + person),
        () -> knows.put(made[0], new HashSet<>(Set.of(person))));
  }

  final Act rotate(int person) {
    SubjectRef account = any(List.copyOf(knows.keySet()));
    boolean atOnce = random.nextBoolean();
    return new Act(
        "rotation",
        false,
        false,
        recording -> world.rotate(recording, account, atOnce),
        () -> {
          if (atOnce) {
            knows.get(account).clear();
          }
          knows.get(account).add(person);
        });
  }

  final Act reactivate() {
    SubjectRef user = any(users);
    SubjectRef account = any(List.copyOf(knows.keySet()));
    boolean human = random.nextBoolean();
    if (human) {
      attempt(recording ->
          world.users.setStatus(
              recording, UserId.parse(user.id()).orElseThrow(), User.Status.SUSPENDED, null));
      return act(
          "reactivation",
          true,
          recording ->
              world.users.setStatus(
                  recording, UserId.parse(user.id()).orElseThrow(), User.Status.ACTIVE, null));
    }
    attempt(recording -> world.status(recording, account, false));
    return act("reactivation", true, recording -> world.status(recording, account, true));
  }

  final Act attributes() {
    SubjectRef other = any(List.copyOf(knows.keySet()));
    boolean trusted = random.nextBoolean();
    return act("attributes", true, recording -> world.attributes(recording, other, trusted));
  }

  /** Changes an attribute of a user or a group that rights may be about. */
  final Act opened() {
    SubjectRef thing = random.nextBoolean() ? any(users) : any(groups);
    boolean open = random.nextBoolean();
    return act(
        "opening", true, recording -> world.attributes(recording, thing, Map.of("open", open)));
  }

  /** Empties and suspends a user for good. */
  final Act erase() {
    UserId user = UserId.parse(any(users).id()).orElseThrow();
    return act("erasure", true, recording -> world.users.erase(recording, user));
  }

  /** Suspends an account and revokes its client. */
  final Act delete() {
    SubjectRef account = any(random.nextInt(4) == 0 ? List.copyOf(knows.keySet()) : machines);
    return act("deletion", true, recording -> world.accounts.delete(recording, account.id(), null));
  }

  final Act suspend() {
    SubjectRef user = any(users);
    return act(
        "suspension",
        true,
        recording ->
            world.users.setStatus(
                recording, UserId.parse(user.id()).orElseThrow(), User.Status.SUSPENDED, null));
  }

  final Act role() {
    List<String> permissions = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      permissions.add(
          any(
              List.of(
                  "shop:low.run",
                  "shop:hot.run",
                  "shop:boss.run",
                  "iam:audit.read",
                  "iam:groups.manage",
                  "shop:boss.*")));
    }
    List<String> includes = random.nextInt(4) == 0 ? List.of("shop:boss") : List.of();
    boolean privileged = random.nextInt(4) == 0;
    return act(
        "role",
        false,
        recording ->
            world.roles.update(
                recording,
                "plain",
                before -> PowerWorld.role(before, permissions, includes, privileged),
                null));
  }

  static Act act(String name, boolean freely, Consumer<Recording> body) {
    return new Act(name, freely, false, body, () -> {});
  }

  final void attempt(Consumer<Recording> body) {
    try {
      world.operator(tenant, body);
    } catch (IamException e) {
      // It is so already.
    }
  }
}
