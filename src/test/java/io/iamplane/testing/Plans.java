package io.iamplane.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans of PostgreSQL for queries. */
@ApplicationScoped
public class Plans {

  private final Sql sql;
  private final Transactions transactions;
  private final ObjectMapper mapper;

  Plans(Sql sql, Transactions transactions, ObjectMapper mapper) {
    this.sql = sql;
    this.transactions = transactions;
    this.mapper = mapper;
  }

  /**
   * A plan.
   *
   * @param nodes the types of its nodes, from the top
   * @param indexes the indexes that it reads, in the order of the nodes
   * @param bitmaps those of them that are read as bitmaps, whole ranges at a time
   * @param filters conditions that are looked at row by row, outside of an index's range
   * @param unboundedSorts sorts of anything but of scans that are limited each
   */
  public record Plan(
      List<String> nodes,
      List<String> indexes,
      List<String> bitmaps,
      List<String> filters,
      List<String> unboundedSorts,
      String text) {}

  /** The plan for these very parameters when reading a whole table is no choice. */
  public Plan of(Keyset query) {
    return of(query.sql(), query.parameters());
  }

  /** The plan for these very parameters when reading a whole table is no choice. */
  public Plan of(String query, @Nullable Object... parameters) {
    String text =
        transactions.call(() -> {
          sql.list("SELECT set_config('enable_seqscan', 'off', true)", row -> true);
          return String.join(
              "\n",
              sql.list("EXPLAIN (FORMAT JSON) " + query, row -> row.getString(1), parameters));
        });
    Plan plan =
        new Plan(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            query + "\n" + text);
    try {
      walk(mapper.readTree(text).get(0).get("Plan"), plan);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
    return plan;
  }

  private static void walk(JsonNode node, Plan plan) {
    String type = node.path("Node Type").asText();
    plan.nodes().add(type);
    if (node.has("Index Name")) {
      plan.indexes().add(node.get("Index Name").asText());
    }
    if (type.equals("Bitmap Index Scan")) {
      plan.bitmaps().add(node.get("Index Name").asText());
    }
    for (String condition : List.of("Filter", "Join Filter")) {
      if (node.has(condition)) {
        plan.filters().add(node.get(condition).asText());
      }
    }
    if (type.endsWith("Sort") && !mergesLimited(node)) {
      plan.unboundedSorts().add(node.path("Sort Key").toString());
    }
    node.path("Plans").forEach(child -> walk(child, plan));
  }

  private static boolean mergesLimited(JsonNode sort) {
    JsonNode below = sort.path("Plans").path(0);
    if (!below.path("Node Type").asText().equals("Append")) {
      return false;
    }
    for (JsonNode scan : below.path("Plans")) {
      if (!limited(scan)) {
        return false;
      }
    }
    return true;
  }

  private static boolean limited(JsonNode node) {
    String type = node.path("Node Type").asText();
    return type.equals("Limit")
        || type.equals("Subquery Scan") && limited(node.path("Plans").path(0));
  }
}
