package io.iamplane.packaged.siege;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The attack is the one that is meant. */
class CollidingIdsTest {

  @Test
  void differentIdsOfOneHash() {
    List<String> ids = CollidingIds.some(65_536);

    assertThat(new HashSet<>(ids)).hasSize(65_536);
    assertThat(ids).allMatch(id -> id.matches("[a-z]{64}"));
    assertThat(ids.stream().map(CollidingIds::hash).distinct()).hasSize(1);
  }
}
