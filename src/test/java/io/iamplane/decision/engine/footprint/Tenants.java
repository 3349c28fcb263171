package io.iamplane.decision.engine.footprint;

import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.SnapshotBuilder;
import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.fact.GrantFact.Lifetime;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.decision.engine.fact.GrantFact.Status;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.PermissionFact.Risk;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.RelationFact.Subject;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Tenants of a given size, and requests on them. */
final class Tenants {

  private static final int REQUESTS = 5_000;
  private static final int SCOPES = 100;

  private Tenants() {}

  static String uuid(int kind, long number) {
    return new UUID(
            0x0190_0000_0000_7000L ^ (number << 16) ^ ((long) kind << 56),
            0x8000_0000_0000_0000L | number * 0x9E37_79B9_7F4AL)
        .toString();
  }

  static SubjectRef user(int number) {
    return new SubjectRef("user", uuid(1, number));
  }

  private static int users(int policies) {
    return Math.max(5, policies / 5);
  }

  private static int permissions(int policies) {
    return Math.min(1_000, Math.max(10, policies / 100));
  }

  private static void catalogue(SnapshotBuilder builder, int permissions, int roles) {
    builder.add(new ApplicationFact("shop", true));
    for (int i = 0; i < permissions; i++) {
      builder.add(new PermissionFact("shop:p" + i, "shop", null, null, null, Risk.LOW, Aal.AAL1));
    }
    for (int i = 0; i < roles; i++) {
      Set<String> of = new HashSet<>();
      for (int j = 0; j < 10; j++) {
        of.add("shop:p" + (i * 7 + j * 3) % permissions);
      }
      Set<String> includes = i > 0 && i % 5 == 0 ? Set.of("r" + (i - 1)) : Set.of();
      builder.add(new RoleFact("r" + i, of, Set.of(), includes, false));
    }
  }

  /** Users in one group each; grants of roles to them and their groups, a third of them scoped. */
  static PolicySnapshot roles(int policies) {
    SnapshotBuilder builder = PolicySnapshot.builder();
    int roles = Math.min(1_000, Math.max(5, policies / 50));
    catalogue(builder, permissions(policies), roles);
    int users = users(policies);
    int groups = Math.max(2, users / 20);
    for (int i = 0; i < groups; i++) {
      builder.add(new SubjectFact(new SubjectRef("group", "g" + i), null, true, Map.of()));
    }
    for (int i = 0; i < users; i++) {
      builder.add(new SubjectFact(user(i), "user-" + i, true, Map.of()));
      builder.add(RelationFact.membership(uuid(2, i), "g" + i % groups, user(i), null));
    }
    for (int i = 0; i < policies; i++) {
      SubjectRef subject = i % 4 == 0 ? new SubjectRef("group", "g" + i % groups) : user(i % users);
      builder.add(grant(i, subject, "r" + i % roles, i % 3 == 0 ? "s" + i % SCOPES : null));
    }
    return builder.build(1);
  }

  private static GrantFact grant(int i, SubjectRef subject, String role, @Nullable String scope) {
    return new GrantFact(
        uuid(3, i),
        subject,
        Privilege.role(role),
        i % 50 == 49 ? Effect.DENY : Effect.PERMIT,
        null,
        scope == null ? null : new SubjectRef("stock", scope),
        null,
        Lifetime.ALWAYS,
        Status.ACTIVE);
  }

  static DecisionRequest[] roleRequests(int policies) {
    Random random = new Random(1);
    DecisionRequest[] requests = new DecisionRequest[REQUESTS];
    for (int i = 0; i < REQUESTS; i++) {
      requests[i] =
          DecisionRequest.of(
              Party.of(user(random.nextInt(users(policies)))),
              new Asked.Permission("shop:p" + random.nextInt(permissions(policies)), null),
              random.nextBoolean() ? Party.of("stock", "s" + random.nextInt(SCOPES)) : null);
    }
    return requests;
  }

  private static RelationModel folders() {
    Map<String, Object> type =
        Map.of(
            "relations",
            Map.of("parent", "folder", "viewer", "user | group#member", "owner", "user"),
            "permissions",
            Map.of("can_read", "viewer | owner | parent->can_read"));
    return Objects.requireNonNull(RelationModel.parse(Map.of("folder", type, "doc", type)).model());
  }

  /** Documents in folders in folders in folders, with a viewer each, and an owner at the top. */
  static PolicySnapshot documents(int documents) {
    SnapshotBuilder builder = PolicySnapshot.builder();
    builder.add(new ApplicationFact("shop", true)).add(new ModelFact("shop", folders()));
    for (int i = 0; i < 1_000; i++) {
      builder.add(new SubjectFact(user(i), null, true, Map.of()));
    }
    int count = documents;
    String type = "doc";
    for (String level : new String[] {"d", "f", "g", "h"}) {
      for (int i = 0; i < count; i++) {
        SubjectRef object = new SubjectRef(type, level + i);
        String relation = level.equals("h") ? "owner" : "viewer";
        add(builder, level + "v" + i, user((i + relation.length()) % 1_000), relation, object);
        if (!level.equals("h")) {
          String above = (char) (level.equals("d") ? 'f' : level.charAt(0) + 1) + "" + i / 10;
          add(builder, level + "p" + i, new SubjectRef("folder", above), "parent", object);
        }
      }
      count = Math.max(1, count / 10);
      type = "folder";
    }
    return builder.build(1);
  }

  private static void add(
      SnapshotBuilder builder, String id, SubjectRef subject, String relation, SubjectRef object) {
    builder.add(RelationFact.of(id, Subject.of(subject), relation, object));
  }

  /** Half of them by the owner four levels up, half by any subject. */
  static DecisionRequest[] documentRequests(int documents) {
    Random random = new Random(1);
    DecisionRequest[] requests = new DecisionRequest[REQUESTS];
    for (int i = 0; i < REQUESTS; i++) {
      int document = random.nextInt(documents);
      int owner = (document / 1_000 + "owner".length()) % 1_000;
      requests[i] =
          DecisionRequest.of(
              Party.of(user(i % 2 == 0 ? owner : random.nextInt(1_000))),
              new Asked.Relation("can_read", "shop"),
              Party.of("doc", "d" + document));
    }
    return requests;
  }

  /** One tenant of that many grants and as many relations. */
  static PolicySnapshot large(int size) {
    SnapshotBuilder builder = PolicySnapshot.builder();
    catalogue(builder, 500, 500);
    builder.add(new ModelFact("shop", folders()));
    int users = size / 5;
    int documents = size / 2;
    for (int i = 0; i < users; i++) {
      builder.add(new SubjectFact(user(i), "user-" + i, true, Map.of("department", i % 50)));
    }
    for (int i = 0; i < size; i++) {
      builder.add(
          grant(i, user(i % users), "r" + i % 500, i % 3 == 0 ? uuid(4, i % documents) : null));
      SubjectRef document = new SubjectRef("doc", uuid(4, i / 2));
      SubjectRef subject = i % 2 == 0 ? user(i % users) : new SubjectRef("folder", "f" + i / 20);
      add(builder, uuid(5, i), subject, i % 2 == 0 ? "viewer" : "parent", document);
    }
    return builder.build(1);
  }
}
