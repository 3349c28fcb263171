package io.iamplane.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The query of one page of a list that is ordered by a unique key, so that a page costs the same
 * wherever it is in the list. For stores only.
 *
 * <p>A column of few values that comes before the key in an index, such as a status, is given to
 * {@link #either}: without a filter on it the page is merged from one ordered scan for each value,
 * where a plain query would sort all that match.
 */
public final class Keyset {

  private final String select;
  private final String key;
  private final List<String> conditions = new ArrayList<>();
  private final List<@Nullable Object> parameters = new ArrayList<>();
  private @Nullable String splitColumn;
  private List<String> splitValues = List.of();
  private int rows;
  private boolean descending;

  private Keyset(String select, String key) {
    this.select = select;
    this.key = key;
  }

  /**
   * Begins a query.
   *
   * @param select {@code SELECT … FROM … WHERE organization_id = ?}, with its parameters
   * @param key the columns that order it, which the query selects
   */
  public static Keyset of(String select, String key, Object... parameters) {
    Keyset query = new Keyset(select, key);
    query.parameters.addAll(Arrays.asList(parameters));
    return query;
  }

  /** Adds a condition; nothing when one of its values is null, as a filter that was not given. */
  public Keyset filter(String condition, @Nullable Object... values) {
    if (Arrays.stream(values).noneMatch(value -> value == null)) {
      conditions.add(condition);
      Collections.addAll(parameters, values);
    }
    return this;
  }

  /** Keeps one value of a column, or merges all of its values when that is null. */
  public Keyset either(String column, @Nullable String value, List<String> all) {
    splitColumn = column;
    splitValues = value == null ? List.copyOf(all) : List.of(value);
    return this;
  }

  /** The largest key first; to be said before {@link #after}. */
  public Keyset descending() {
    descending = true;
    return this;
  }

  /** Begins after a value of the key, with one parameter for each of its columns. */
  public Keyset after(Object... position) {
    String values = String.join(", ", Collections.nCopies(position.length, "?"));
    conditions.add("(" + key + ")" + (descending ? " < " : " > ") + "(" + values + ")");
    Collections.addAll(parameters, position);
    return this;
  }

  /** Limits the page; one more than the page has shows that further rows follow. */
  public Keyset rows(int limit) {
    this.rows = limit;
    return this;
  }

  public String sql() {
    if (splitColumn == null) {
      return scan(null);
    }
    if (splitValues.size() == 1) {
      return scan(splitColumn);
    }
    String scan = "(" + scan(splitColumn) + ")";
    return String.join(" UNION ALL ", Collections.nCopies(splitValues.size(), scan)) + end();
  }

  public @Nullable Object[] parameters() {
    if (splitColumn == null) {
      return parameters.toArray();
    }
    List<@Nullable Object> all = new ArrayList<>();
    for (String value : splitValues) {
      all.addAll(parameters);
      all.add(value);
    }
    return all.toArray();
  }

  private String scan(@Nullable String column) {
    StringBuilder text = new StringBuilder(select);
    conditions.forEach(condition -> text.append(" AND ").append(condition));
    if (column != null) {
      text.append(" AND ").append(column).append(" = ?");
    }
    return text.append(end()).toString();
  }

  private String end() {
    String order = descending ? key.replace(",", " DESC,") + " DESC" : key;
    return " ORDER BY " + order + " LIMIT " + rows;
  }
}
