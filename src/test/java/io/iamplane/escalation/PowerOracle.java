package io.iamplane.escalation;

import io.iamplane.decision.engine.PolicyEngine;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rights of subjects according to the engine: each privileged permission, at moments now and
 * later, about no resource and some of each type, under each circumstance. It knows neither terms
 * nor chains of groups, and shares no code with the guards.
 */
final class PowerOracle {

  static final String GRANTS = "iam:grants.manage";
  static final String ESCALATE = "iam:escalate";
  static final List<String> CONTROL_PLANE =
      List.of(
          GRANTS,
          "iam:groups.manage",
          "iam:roles.manage",
          "iam:users.manage",
          "iam:service_accounts.manage",
          "iam:relations.manage",
          "iam:audit.read");
  static final List<String> OF_SHOP =
      List.of(
          "shop:hot.run",
          "shop:boss.run",
          "shop:site.close",
          "shop:doc.approve",
          "shop:pay.raise",
          "shop:team.lead");

  /** Rights that no grant of a run gives by chance. */
  private static final List<String> OF_OTHERS = List.of("yard:deed.sign", "club:party.attend");

  private static final List<String> RESOURCES =
      List.of("", "site:1", "site:2", "doc:1", "user:0", "user:1", "group:0", "group:1", "deed:1");
  private static final List<Map<String, Object>> CIRCUMSTANCES =
      List.of(
          Map.of("a", false, "b", false),
          Map.of("a", true, "b", false),
          Map.of("a", false, "b", true),
          Map.of("a", true, "b", true));
  private static final List<Duration> MOMENTS =
      List.of(
          Duration.ofMinutes(1),
          Duration.ofMinutes(90),
          Duration.ofMinutes(150),
          Duration.ofDays(3_650));

  /** One question. */
  record Point(String permission, String resource, Map<String, Object> context, Duration after) {

    boolean ofControlPlane() {
      return permission.startsWith("iam:");
    }

    /** Returns the right that stands in for this one, at the same moment. */
    Point of(String right) {
      return new Point(right, "", context, after);
    }
  }

  static final List<Point> POINTS = points();

  private final PolicyEngine engine =
      new PolicyEngine(
          100_000,
          defect -> {
            throw new AssertionError(defect);
          });
  private final Instant start;
  private final UnaryOperator<SubjectRef> named;

  /**
   * An oracle.
   *
   * @param named the user or group of a number
   */
  PowerOracle(Instant start, UnaryOperator<SubjectRef> named) {
    this.start = start;
    this.named = named;
  }

  /** The points at which a subject is allowed. */
  BitSet of(PolicySnapshot snapshot, SubjectRef subject) {
    BitSet allowed = new BitSet(POINTS.size());
    for (int i = 0; i < POINTS.size(); i++) {
      allowed.set(i, allows(snapshot, subject, POINTS.get(i)));
    }
    return allowed;
  }

  private boolean allows(PolicySnapshot snapshot, SubjectRef subject, Point point) {
    @Nullable Party resource =
        SubjectRef.parse(point.resource()).map(named).map(Party::of).orElse(null);
    DecisionRequest request =
        new DecisionRequest(
            Party.of(subject),
            new Asked.Permission(
                point.permission(),
                point.permission().substring(0, point.permission().indexOf(':'))),
            resource,
            Map.of(),
            point.context(),
            Aal.AAL1);
    return engine.decide(snapshot, request, start.plus(point.after())).allowed();
  }

  /** The points that an account with these points may give to others. */
  static BitSet givable(BitSet own, boolean othersRightsFreely) {
    BitSet givable = new BitSet(POINTS.size());
    for (int i = 0; i < POINTS.size(); i++) {
      Point point = POINTS.get(i);
      givable.set(
          i,
          own.get(i)
              || own.get(POINTS.indexOf(point.of(ESCALATE)))
              || (!point.ofControlPlane()
                  && (othersRightsFreely || own.get(POINTS.indexOf(point.of(GRANTS))))));
    }
    return givable;
  }

  static List<Point> beyond(BitSet more, BitSet most) {
    BitSet beyond = (BitSet) more.clone();
    beyond.andNot(most);
    return beyond.stream().mapToObj(POINTS::get).limit(3).toList();
  }

  /** Returns true if the permission can apply to the resource at all. */
  private static boolean isAbout(String key, String resource) {
    String type = resource.isEmpty() ? "" : resource.substring(0, resource.indexOf(':'));
    return switch (key) {
      case "shop:site.close" -> type.equals("site");
      case "shop:doc.approve" -> type.equals("doc");
      case "shop:pay.raise" -> type.equals("user");
      case "shop:team.lead", "club:party.attend" -> type.equals("group");
      case "yard:deed.sign" -> type.equals("deed");
      default -> type.isEmpty() || type.equals("site") || resource.equals("user:0");
    };
  }

  private static List<Point> points() {
    List<Point> points = new ArrayList<>();
    for (Duration moment : MOMENTS) {
      for (Map<String, Object> context : CIRCUMSTANCES) {
        CONTROL_PLANE.forEach(key -> points.add(new Point(key, "", context, moment)));
        points.add(new Point(ESCALATE, "", context, moment));
        for (String key : Stream.concat(OF_SHOP.stream(), OF_OTHERS.stream()).toList()) {
          RESOURCES.stream()
              .filter(resource -> isAbout(key, resource))
              .forEach(resource -> points.add(new Point(key, resource, context, moment)));
        }
      }
    }
    return List.copyOf(points);
  }
}
