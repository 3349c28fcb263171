package io.iamplane.database;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/** Reads and writes {@code jsonb} columns; a statement casts the text with {@code ?::jsonb}. */
@Singleton
public class JsonColumns {

  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private final ObjectMapper mapper;

  JsonColumns(ObjectMapper mapper) {
    this.mapper = stored(mapper);
  }

  /**
   * A mapper for stored JSON: it was bounded on input, and the limits for requests must not make a
   * row unreadable because {@code jsonb} wrote its numbers in another form.
   */
  public static ObjectMapper stored(ObjectMapper mapper) {
    ObjectMapper copy = mapper.copy();
    copy.getFactory().setStreamReadConstraints(StreamReadConstraints.defaults());
    return copy;
  }

  public String text(Object value) {
    try {
      return mapper.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the value cannot be written as JSON", e);
    }
  }

  public Map<String, Object> object(ResultSet row, String column) throws SQLException {
    return read(row.getString(column), mapper.constructType(OBJECT));
  }

  public JsonNode tree(ResultSet row, String column) throws SQLException {
    return tree(row.getString(column));
  }

  public JsonNode tree(String text) {
    return read(text, mapper.constructType(JsonNode.class));
  }

  public <T> T value(ResultSet row, String column, Class<T> type) throws SQLException {
    return read(row.getString(column), mapper.constructType(type));
  }

  private <T> T read(String text, JavaType type) {
    try {
      return mapper.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a column does not contain the expected JSON", e);
    }
  }
}
