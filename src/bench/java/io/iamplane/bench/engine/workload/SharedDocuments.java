package io.iamplane.bench.engine.workload;

import io.iamplane.shared.SubjectRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A thousand relations that let a user read, the reader and the relation so many levels apart:
 * along groups in groups, or along folders in folders. Half of the requests are by an allowed user.
 */
final class SharedDocuments {

  private static final int RELATIONS = 1_000;
  private static final int USERS = 1_000;
  private static final int DOCUMENTS = 1_000;

  /** Ways up that do not meet, so that every level is one step and no more. */
  private static final int STACKS = 100;

  private final Random random = new Random(1);
  private final List<Edge> groups = new ArrayList<>();
  private final List<Edge> parents = new ArrayList<>();
  private final List<Rule> rules = new ArrayList<>();
  private final List<Ask> asks = new ArrayList<>();

  private SharedDocuments() {}

  /** Each document is shared with a group that has users that many memberships below. */
  static Workload throughGroups(int depth) {
    SharedDocuments made = new SharedDocuments();
    made.stacks(made.groups, "group", depth);
    for (int i = 0; i < USERS; i++) {
      made.groups.add(new Edge(user(i), new SubjectRef("group", name(i % STACKS, 1))));
    }
    for (int i = 0; i < RELATIONS; i++) {
      made.share(new SubjectRef("group", name(i % STACKS, depth)), document(i % DOCUMENTS));
    }
    while (made.asks.size() < Workload.ASKS) {
      int document = made.random.nextInt(DOCUMENTS);
      int member = made.random.nextInt(USERS / STACKS) * STACKS + document % STACKS;
      made.ask(member, document);
    }
    return made.workload();
  }

  /** Half of the relations are on documents, half on the folder that many levels above. */
  static Workload throughFolders(int depth) {
    SharedDocuments made = new SharedDocuments();
    made.stacks(made.parents, "folder", depth);
    for (int i = 0; i < DOCUMENTS; i++) {
      made.parents.add(new Edge(document(i), new SubjectRef("folder", name(i % STACKS, 1))));
    }
    for (int i = 0; i < RELATIONS / 2; i++) {
      made.share(user(i), document(i));
      made.share(user(i), new SubjectRef("folder", name(i % STACKS, depth)));
    }
    while (made.asks.size() < Workload.ASKS) {
      int document = made.random.nextInt(DOCUMENTS);
      int reader = made.random.nextInt(RELATIONS / 2 / STACKS) * STACKS + document % STACKS;
      made.ask(reader, document);
    }
    return made.workload();
  }

  private void stacks(List<Edge> edges, String type, int depth) {
    for (int stack = 0; stack < STACKS; stack++) {
      for (int level = 1; level < depth; level++) {
        edges.add(
            new Edge(
                new SubjectRef(type, name(stack, level)),
                new SubjectRef(type, name(stack, level + 1))));
      }
    }
  }

  private void share(SubjectRef with, SubjectRef object) {
    rules.add(new Rule(with, null, object, false));
  }

  private void ask(int allowed, int document) {
    int user = asks.size() % 2 == 0 ? allowed : random.nextInt(USERS);
    asks.add(Ask.of(user(user), Workload.READ, document(document)));
  }

  private Workload workload() {
    Map<SubjectRef, Map<String, Object>> users = new LinkedHashMap<>();
    for (int i = 0; i < USERS; i++) {
      users.put(user(i), Map.of());
    }
    return new Workload(Map.of(), groups, parents, users, rules, false, asks);
  }

  private static SubjectRef user(int number) {
    return new SubjectRef("user", "u" + number);
  }

  private static SubjectRef document(int number) {
    return new SubjectRef("document", "d" + number);
  }

  private static String name(int stack, int level) {
    return "s" + stack + "-" + level;
  }
}
