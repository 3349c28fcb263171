package io.iamplane.http.openapi;

import java.util.List;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.media.Content;
import org.eclipse.microprofile.openapi.models.media.Schema;

/** The body of every refusal but those of OAuth and AuthZEN, which have their own. */
final class ProblemSchema {

  static final String NAME = "Problem";

  private ProblemSchema() {}

  static Content body() {
    return OASFactory.createContent()
        .addMediaType(
            "application/problem+json",
            OASFactory.createMediaType()
                .schema(OASFactory.createSchema().ref("#/components/schemas/" + NAME)));
  }

  static Schema schema() {
    return OASFactory.createSchema()
        .addType(Schema.SchemaType.OBJECT)
        .description("An error (RFC 9457)")
        .addProperty("type", string("https://iam/problems/validation"))
        .addProperty("title", string("The request is not valid"))
        .addProperty("status", OASFactory.createSchema().addType(Schema.SchemaType.INTEGER))
        .addProperty("detail", string("One or more fields are invalid; see errors."))
        .addProperty("correlation_id", string("0192f3c4-5d6e-7f80-8a9b-0c1d2e3f4a5b"))
        .addProperty(
            "errors",
            OASFactory.createSchema()
                .addType(Schema.SchemaType.OBJECT)
                .description("Messages by field")
                .additionalPropertiesSchema(
                    OASFactory.createSchema()
                        .addType(Schema.SchemaType.ARRAY)
                        .items(OASFactory.createSchema().addType(Schema.SchemaType.STRING))))
        .required(List.of("type", "title", "status", "detail", "correlation_id"))
        .additionalPropertiesSchema(OASFactory.createSchema().addType(Schema.SchemaType.STRING));
  }

  private static Schema string(String example) {
    return OASFactory.createSchema().addType(Schema.SchemaType.STRING).addExample(example);
  }
}
