package io.iamplane.bench.engine.workload;

import io.iamplane.shared.SubjectRef;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A tenant and requests on it.
 *
 * @param roles the permissions of each role
 * @param groups the members of each group
 * @param parents the parents of each resource
 * @param subjects every user, with the attributes that the directory stores
 * @param conditional true if every rule depends on {@link FiveConjuncts}
 */
public record Workload(
    Map<String, Set<String>> roles,
    List<Edge> groups,
    List<Edge> parents,
    Map<SubjectRef, Map<String, Object>> subjects,
    List<Rule> rules,
    boolean conditional,
    List<Ask> asks) {

  /**
   * The texts in requests are copies, as in requests that were just read: no engine is asked by the
   * very text that its policies hold.
   */
  public Workload {
    Map<String, String> copies = new HashMap<>();
    UnaryOperator<String> copy = text -> copies.computeIfAbsent(text, Workload::copy);
    asks = asks.stream().map(ask -> ask.with(copy)).toList();
  }

  private static String copy(String text) {
    return new String(text.toCharArray());
  }

  /** The requests of a workload. A power of two, so that taking turns costs next to nothing. */
  public static final int ASKS = 1_024;

  /** The relation that a rule without a role gives. */
  public static final String READ = "can_read";

  /**
   * The workload of that name: {@code grants-N}, {@code conditions-N}, {@code groups-DEPTH} or
   * {@code folders-DEPTH}.
   */
  public static Workload named(String name) {
    int dash = name.indexOf('-');
    int size = Integer.parseInt(name.substring(dash + 1));
    return switch (name.substring(0, dash)) {
      case "grants" -> new RoleGrants(size, false).workload();
      case "conditions" -> new RoleGrants(size, true).workload();
      case "groups" -> SharedDocuments.throughGroups(size);
      case "folders" -> SharedDocuments.throughFolders(size);
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** Every permission that a role has or a request asks for. */
  public Set<String> permissions() {
    return Stream.concat(
            roles.values().stream().flatMap(Set::stream), asks.stream().map(Ask::permission))
        .collect(Collectors.toSet());
  }

  /** True when the rules share objects rather than grant roles. */
  public boolean isSharing() {
    return roles.isEmpty();
  }
}
