package io.iamplane.decision.matrix;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.MutableCoercionConfig;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads the files of the decision matrix. */
public final class MatrixReader {

  private static final Path DIRECTORY = Path.of("src/test/resources/decision");

  /** Strict: a misspelt or duplicate member, or a number in place of a string, is reported. */
  private static final ObjectMapper MAPPER =
      YAMLMapper.builder()
          .addModule(new JavaTimeModule())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .withCoercionConfig(LogicalType.Textual, MatrixReader::fromTextOnly)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .build();

  private MatrixReader() {}

  private static void fromTextOnly(MutableCoercionConfig config) {
    config.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
    config.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
    config.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
  }

  /** Every file of the matrix, by name. */
  public static List<MatrixFile> all() {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .sorted()
          .map(MatrixReader::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files for requests over HTTP. */
  public static List<MatrixFile> wire() {
    return all().stream().filter(file -> !file.engineOnly()).toList();
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException when it is not one, with the place
   */
  static MatrixFile read(Path path) {
    try {
      MatrixFile file = parse(Files.readString(path));
      if (!path.getFileName().toString().equals(file.name() + ".yaml")) {
        throw new IllegalArgumentException("its name is " + file.name());
      }
      return file;
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(path.getFileName() + ": " + e.getMessage(), e);
    }
  }

  static MatrixFile parse(String yaml) throws IOException {
    return MAPPER.readValue(yaml, MatrixFile.class);
  }

  static ObjectMapper mapper() {
    return MAPPER;
  }
}
