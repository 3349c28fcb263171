package io.iamplane.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PagesTest {

  private final List<PageRequest> asked = new ArrayList<>();

  @Test
  void everythingIsReadInOrder() {
    assertThat(numbers(250)).containsExactlyElementsOf(IntStream.range(0, 250).boxed().toList());
    assertThat(asked).extracting(PageRequest::after).containsExactly(null, "99", "199");
  }

  @Test
  void anEmptyListIsOnePage() {
    assertThat(numbers(0)).isEmpty();
    assertThat(asked).hasSize(1);
  }

  @Test
  void nothingIsReadBeyondWhatIsLookedAt() {
    assertThat(numbers(5_000).anyMatch(number -> number == 150)).isTrue();
    assertThat(asked).hasSize(2);
  }

  @Test
  void norInAListWithinAList() {
    Stream<Integer> nested = Stream.of(1, 2).flatMap(_ -> numbers(5_000));
    assertThat(nested.anyMatch(number -> number == 0)).isTrue();
    assertThat(asked).hasSize(1);
  }

  private Stream<Integer> numbers(int count) {
    return Candidates.items(page -> {
      asked.add(page);
      String after = page.after();
      int from = after == null ? 0 : Integer.parseInt(after) + 1;
      List<Integer> rows =
          IntStream.range(from, Math.min(count, from + page.limit() + 1)).boxed().toList();
      return Page.cut(rows, page.limit(), String::valueOf);
    });
  }
}
