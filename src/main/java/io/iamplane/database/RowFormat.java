package io.iamplane.database;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.hibernate.orm.JsonFormat;
import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import jakarta.inject.Singleton;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.JavaType;
import org.hibernate.type.format.FormatMapper;

/**
 * Reads and writes the {@code jsonb} columns of entities exactly as {@link JsonColumns} does; a
 * column that is a string in the entity is JSON text already.
 */
@JsonFormat
@PersistenceUnitExtension
@Singleton
class RowFormat implements FormatMapper {

  private final ObjectMapper mapper;

  RowFormat(ObjectMapper mapper) {
    this.mapper = JsonColumns.stored(mapper);
  }

  @Override
  public <T> T fromString(CharSequence text, JavaType<T> type, WrapperOptions options) {
    if (type.getJavaTypeClass() == String.class) {
      return type.getJavaTypeClass().cast(text.toString());
    }
    try {
      return mapper.readValue(text.toString(), mapper.constructType(type.getJavaType()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a column does not contain the expected JSON", e);
    }
  }

  @Override
  public <T> String toString(T value, JavaType<T> type, WrapperOptions options) {
    if (value instanceof String text) {
      return text;
    }
    try {
      return mapper.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the value cannot be written as JSON", e);
    }
  }
}
