package io.iamplane.bench.engine.workload;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** A condition of five conjuncts as each engine spells it, and attributes that it is about. */
public final class FiveConjuncts {

  public static final String TEXT =
      """
      subject.department == "sales" && resource.region == subject.region \
      && resource.amount <= 10000 && context.channel in ["web", "app"] && !resource.locked\
      """;

  public static final String CEDAR =
      """
      principal.department == "sales" && resource.region == principal.region \
      && resource.amount <= 10000 && ["web", "app"].contains(context.channel) && !resource.locked\
      """;

  public static final String CASBIN =
      """
      r.who.department == 'sales' && r.what.region == r.who.region \
      && r.what.amount <= 10000 && (r.ctx.channel == 'web' || r.ctx.channel == 'app') \
      && !r.what.locked\
      """;

  private static final String[] REGIONS = {"north", "south", "east", "west"};

  private FiveConjuncts() {}

  static Map<String, Object> subject(Random random) {
    return json("department", often(random) ? "sales" : "support", "region", pick(random, REGIONS));
  }

  /**
   * The resource of a request by a user of that region: each conjunct is true nine times in ten.
   */
  static Map<String, Object> resource(Random random, Object region) {
    return json(
        "region",
        often(random) ? region : pick(random, REGIONS),
        "amount",
        (long) random.nextInt(often(random) ? 10_000 : 100_000),
        "locked",
        !often(random));
  }

  static Map<String, Object> context(Random random) {
    return json("channel", often(random) ? pick(random, "web", "app") : "phone");
  }

  private static boolean often(Random random) {
    return random.nextInt(10) != 0;
  }

  private static String pick(Random random, String... of) {
    return of[random.nextInt(of.length)];
  }

  /** The kind of map that a JSON reader makes. */
  private static Map<String, Object> json(Object... members) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < members.length; i += 2) {
      map.put((String) members[i], members[i + 1]);
    }
    return map;
  }
}
