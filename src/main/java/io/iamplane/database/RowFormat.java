package io.iamplane.database;

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

  private final JsonColumns columns;

  RowFormat(JsonColumns columns) {
    this.columns = columns;
  }

  @Override
  public <T> T fromString(CharSequence text, JavaType<T> type, WrapperOptions options) {
    return type.getJavaTypeClass() == String.class
        ? type.getJavaTypeClass().cast(text.toString())
        : columns.read(text.toString(), type.getJavaType());
  }

  @Override
  public <T> String toString(T value, JavaType<T> type, WrapperOptions options) {
    return value instanceof String text ? text : columns.text(value);
  }
}
