package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LevelSearchTest {

  private final LevelSearch search = new LevelSearch();

  @BeforeEach
  void begin() {
    search.begin();
  }

  @Test
  void eachNodeIsVisitedOnceAndAgainWhenItsTruthRises() {
    assertThat(search.enter(node(1), Truth.ERROR, 0)).isTrue();
    assertThat(search.enter(node(2), Truth.TRUE, 0)).isTrue();
    assertThat(search.enter(node(2), Truth.ERROR, 1)).isFalse();
    assertThat(search.enter(node(1), Truth.TRUE, 1)).isTrue();
    assertThat(visited()).containsExactly(0, 1, 0);
    assertThat(search.truth(node(1).ref())).isEqualTo(Truth.TRUE);
    assertThat(search.level(0)).as("the shortest way").isZero();
    assertThat(search.truth(node(3).ref())).isEqualTo(Truth.FALSE);
  }

  @Test
  void aNodeIsFoundByItsSecondName() {
    search.enter(node(1), Truth.TRUE, 0);
    search.enter(node(2), Truth.ERROR, 0);
    search.name(node(9).ref(), node(1).ref());
    assertThat(search.truth(node(9).ref())).isEqualTo(Truth.TRUE);
  }

  @Test
  void aWayThatIsTooLongEndsTheSearch() {
    search.enter(node(1), Truth.TRUE, 32);
    assertThatThrownBy(() -> search.enter(node(2), Truth.TRUE, 33)).isInstanceOf(StepLimit.class);
  }

  /** Memory that one request needed is not kept for those after it. */
  @Test
  void aSearchOfManyNodesIsNotKept() {
    for (int i = 1; i <= 1_000; i++) {
      search.enter(node(i), Truth.TRUE, 1);
    }
    assertThat(search.isLarge()).isFalse();
    for (int i = 1_001; i <= 70_000; i++) {
      search.enter(node(i), Truth.TRUE, 1);
    }
    search.end();
    assertThat(search.isLarge()).isTrue();
  }

  private List<Integer> visited() {
    List<Integer> visited = new ArrayList<>();
    for (int at = search.next(); at >= 0; at = search.next()) {
      visited.add(at);
    }
    return visited;
  }

  private static Node node(int number) {
    return Node.of(new Ref(0, number, 1, "n" + number));
  }
}
