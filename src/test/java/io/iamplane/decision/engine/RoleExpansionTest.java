package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.iamplane.decision.engine.fact.RoleFact;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoleExpansionTest {

  private final Map<String, RoleFact> roles = new HashMap<>();
  private final Set<String> permissions = new TreeSet<>(Set.of("a:x", "a:x.1", "a:x.2", "a:y"));

  private void role(String key, Set<String> keys, Set<String> prefixes, String... includes) {
    Set<RoleFact.Pattern> patterns =
        prefixes.stream().map(RoleFact.Pattern::new).collect(Collectors.toSet());
    roles.put(key, new RoleFact(key, keys, patterns, Set.of(includes), false));
  }

  private List<String> permissionsOf(String role) {
    RoleExpansion expansion = new RoleExpansion(roles, permissions);
    return IntStream.of(expansion.positionsOf(role))
        .mapToObj(expansion.permissions()::key)
        .toList();
  }

  private long size() {
    return new RoleExpansion(roles, permissions).size();
  }

  @Test
  void aRoleHasItsPermissionsAndThoseOfIncludedRoles() {
    role("clerk", Set.of("a:y", "a:gone"), Set.of());
    role("boss", Set.of("a:y"), Set.of("a:x.", "b:"), "clerk", "gone");
    assertThat(permissionsOf("clerk")).containsExactly("a:y");
    assertThat(permissionsOf("boss")).containsExactly("a:x.1", "a:x.2", "a:y");
    assertThat(permissionsOf("gone")).isEmpty();
    assertThat(size()).isEqualTo(1 + 3 + 1);
  }

  @Test
  void aCircleEndsAndSixteenLevelsCount() {
    role("left", Set.of("a:x"), Set.of(), "right");
    role("right", Set.of("a:y"), Set.of(), "left");
    assertThat(permissionsOf("left")).containsExactly("a:x", "a:y");
    assertThat(permissionsOf("right")).containsExactly("a:x", "a:y");
    role("r0", Set.of("a:x.1"), Set.of());
    for (int i = 1; i <= 40; i++) {
      role("r" + i, Set.of("a:y"), Set.of(), "r" + (i - 1));
    }
    assertThat(permissionsOf("r16")).containsExactly("a:x.1", "a:y");
    assertThat(permissionsOf("r17")).containsExactly("a:y");
    assertThat(permissionsOf("r40")).containsExactly("a:y");
  }

  /** Resolved for each role anew, it took 10^10 comparisons, on threads that all tenants share. */
  @Test
  void eachRoleIsResolvedOnce() {
    IntStream.range(0, 2_000).forEach(i -> permissions.add("a:p" + i));
    String[] below = new String[100];
    for (int i = 0; i < below.length; i++) {
      below[i] = "r" + i;
      role(
          below[i],
          Set.of("a:p" + i),
          IntStream.range(0, 500).mapToObj(z -> "a:z" + z + ".").collect(Collectors.toSet()));
    }
    role("hub", Set.of(), Set.of(), below);
    for (int i = 0; i < 100; i++) {
      role("above" + i, Set.of(), Set.of(), "hub");
    }
    assertTimeout(Duration.ofSeconds(5), () -> assertThat(size()).isEqualTo(100 + 100 + 100 * 100));
  }
}
