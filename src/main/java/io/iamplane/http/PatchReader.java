package io.iamplane.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.json.MergePatch;
import io.iamplane.shared.wire.Patch;
import jakarta.inject.Singleton;
import jakarta.validation.Validator;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the body of a PATCH, of either media type. */
@Provider
@Singleton
@Consumes({MediaType.APPLICATION_JSON, MergePatch.MEDIA_TYPE})
class PatchReader implements MessageBodyReader<Patch<?>> {

  private final ObjectMapper mapper;
  private final Validator validator;

  PatchReader(ObjectMapper mapper, Validator validator) {
    this.mapper = mapper;
    this.validator = validator;
  }

  @Override
  public boolean isReadable(
      Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
    return type == Patch.class;
  }

  @Override
  public Patch<?> readFrom(
      Class<Patch<?>> type,
      Type genericType,
      Annotation[] annotations,
      MediaType mediaType,
      MultivaluedMap<String, String> headers,
      InputStream body)
      throws IOException {
    JsonNode patch = mapper.readTree(body);
    if (patch == null || patch.isMissingNode() || patch.isNull()) {
      throw IamException.of(ErrorCode.MALFORMED_REQUEST, "A JSON body is required.");
    }
    if (!(patch instanceof ObjectNode members)) {
      throw IamException.of(
          ErrorCode.MALFORMED_REQUEST, "The body must be a JSON object in the documented format.");
    }
    PatchBody<?> read =
        new PatchBody<>(
            mapper.constructType(genericType).containedType(0),
            members,
            merges(headers.getFirst(HttpHeaders.CONTENT_TYPE)),
            mapper,
            validator);
    read.requireReadable();
    return read;
  }

  /** The framework itself passes the type without the part before {@code +json}. */
  private static boolean merges(@Nullable String contentType) {
    return contentType != null
        && contentType.strip().toLowerCase(Locale.ROOT).startsWith(MergePatch.MEDIA_TYPE);
  }
}
