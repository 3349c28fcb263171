package io.iamplane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Times of the first, a middle and the last page of lists: the median of some calls. */
public final class ListTimes {

  private static final int CALLS = 20;
  private static final int LIMIT = PageRequest.DEFAULT_LIMIT;

  private final OrganizationId organization;
  private final List<Row> rows = new ArrayList<>();

  public ListTimes(OrganizationId organization) {
    this.organization = organization;
  }

  private record Row(String list, long size, Duration first, Duration middle, Duration last) {

    Duration most() {
      return Arrays.asList(first, middle, last).stream().max(Duration::compareTo).orElseThrow();
    }
  }

  /**
   * Measures a list in the order of ids.
   *
   * @param rows {@code table t WHERE …}, the expected rows of the list
   */
  public void measure(String list, String rows, Function<PageRequest, Page<?>> page)
      throws SQLException {
    measure(list, "t.id::text", "t.id", rows, page);
  }

  /** Measures a list in the order of the names of relations, and of ids within one. */
  public void measureByName(String list, String rows, Function<PageRequest, Page<?>> page)
      throws SQLException {
    measure(list, "t.relation || ' ' || t.id", "t.relation, t.id", rows, page);
  }

  /** Measures a list of the users that a search finds. */
  public void search(
      String list, String prefix, String condition, Function<PageRequest, Page<?>> page)
      throws SQLException {
    String rows =
        "iam_user_terms t WHERE starts_with(term, '%1$s') AND previous < '%1$s'".formatted(prefix);
    measure(list, "t.user_id || ':' || t.term", "t.term, t.user_id", rows + condition, page);
  }

  private void measure(
      String list, String position, String order, String rows, Function<PageRequest, Page<?>> page)
      throws SQLException {
    String from = " FROM " + rows + " AND t.organization_id = '" + organization.value() + "'";
    long size = Long.parseLong(Rows.texts("SELECT count(*)" + from).getFirst());
    String at = "SELECT " + position + from + " ORDER BY " + order + " LIMIT 1 OFFSET ";
    String middle = size <= LIMIT ? null : Rows.texts(at + (size / 2 - 1)).getFirst();
    String last = size <= LIMIT ? null : Rows.texts(at + (size - LIMIT - 1)).getFirst();
    this.rows.add(
        new Row(
            list.strip(),
            size,
            median(page, null, size),
            median(page, middle, size <= LIMIT ? size : size - size / 2),
            median(page, last, Math.min(size, LIMIT))));
  }

  private static Duration median(
      Function<PageRequest, Page<?>> page, @Nullable String after, long left) {
    PageRequest request = new PageRequest(LIMIT, after);
    long[] nanos = new long[CALLS];
    for (int i = 0; i < CALLS; i++) {
      long start = System.nanoTime();
      Page<?> answer = page.apply(request);
      nanos[i] = System.nanoTime() - start;
      assertThat(answer.items()).hasSize((int) Math.min(left, LIMIT));
      assertThat(answer.nextPosition() == null).isEqualTo(left <= LIMIT);
    }
    Arrays.sort(nanos);
    return Duration.ofNanos((nanos[CALLS / 2 - 1] + nanos[CALLS / 2]) / 2);
  }

  /** The lists of which some page took longer. */
  public List<String> slowerThan(Duration most) {
    return rows.stream().filter(row -> row.most().compareTo(most) > 0).map(Row::list).toList();
  }

  /** The figures as Markdown, in milliseconds. */
  public String table() {
    StringBuilder text =
        new StringBuilder("\n| list | rows | first | middle | last |\n|---|---|---|---|---|\n");
    for (Row row : rows) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %,d | %.1f | %.1f | %.1f |%n",
              row.list(),
              row.size(),
              millis(row.first()),
              millis(row.middle()),
              millis(row.last())));
    }
    return text.toString();
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / 1e6;
  }
}
