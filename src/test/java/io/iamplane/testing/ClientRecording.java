package io.iamplane.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request of an existing client, from {@code src/test/resources/clients}, with a description of
 * its members there.
 *
 * @param contract accepted, refused, differs or absent
 * @param needs the feature that it needs; null: nothing
 */
public record ClientRecording(
    String name,
    String contract,
    @Nullable String needs,
    Request request,
    List<String> reads,
    String note) {

  private static final Path DIRECTORY = Path.of("src/test/resources/clients");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * The request.
   *
   * @param body JSON; null for a form or an empty body
   */
  public record Request(
      String method,
      String path,
      Map<String, String> headers,
      @Nullable JsonNode body,
      @Nullable Map<String, String> form) {

    /** The text of the body; null when nothing is sent. */
    public @Nullable String text() {
      if (form != null) {
        return form.entrySet().stream()
            .map(each -> encode(each.getKey()) + "=" + encode(each.getValue()))
            .collect(Collectors.joining("&"));
      }
      return body == null ? null : body.toString();
    }

    private static String encode(String text) {
      return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
  }

  /** The recordings of a client, {@code node} or {@code php}. */
  public static List<ClientRecording> of(String client) {
    try {
      return List.of(
          MAPPER.readValue(DIRECTORY.resolve(client + ".json").toFile(), ClientRecording[].class));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same with placeholders such as <code>${user}</code> replaced, by name. */
  public ClientRecording with(Map<String, String> values) {
    try {
      String text = MAPPER.writeValueAsString(this);
      for (Map.Entry<String, String> each : values.entrySet()) {
        String quoted = MAPPER.writeValueAsString(each.getValue());
        text = text.replace("${" + each.getKey() + "}", quoted.substring(1, quoted.length() - 1));
      }
      return MAPPER.readValue(text, ClientRecording.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
