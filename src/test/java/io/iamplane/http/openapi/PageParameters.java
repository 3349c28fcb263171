package io.iamplane.http.openapi;

import io.iamplane.shared.PageRequest;
import java.math.BigDecimal;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;

/**
 * Writes the bounds of the parameters that lists have in common; their code reads them as texts.
 */
final class PageParameters {

  /** No cursor of ours is longer: the longest position is a few hundred characters. */
  private static final int MAX_CURSOR = 4_096;

  private PageParameters() {}

  static void complete(Operation operation) {
    if (operation.getParameters() != null) {
      operation.getParameters().stream()
          .filter(each -> each.getIn() == Parameter.In.QUERY)
          .forEach(PageParameters::complete);
    }
  }

  private static void complete(Parameter parameter) {
    switch (parameter.getName()) {
      case "limit" ->
          parameter
              .description("The maximum number of items per page")
              .schema(
                  OASFactory.createSchema()
                      .addType(Schema.SchemaType.INTEGER)
                      .format("int32")
                      .minimum(BigDecimal.ONE)
                      .maximum(BigDecimal.valueOf(PageRequest.MAX_LIMIT))
                      .defaultValue(PageRequest.DEFAULT_LIMIT));
      case "cursor" ->
          parameter
              .description("The `next_cursor` of the previous page")
              .schema(
                  OASFactory.createSchema()
                      .addType(Schema.SchemaType.STRING)
                      .minLength(1)
                      .maxLength(MAX_CURSOR)
                      .pattern("^[A-Za-z0-9_-]+$"));
      default -> {
        // Of its own operation.
      }
    }
  }
}
