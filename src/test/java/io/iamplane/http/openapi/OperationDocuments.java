package io.iamplane.http.openapi;

import io.iamplane.http.exchange.ApiPaths;
import io.quarkus.smallrye.openapi.OpenApiFilter;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;
import org.eclipse.microprofile.openapi.models.security.SecurityScheme;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.Type;
import org.jspecify.annotations.Nullable;

/**
 * Writes each operation's permission and refusals into the document while the application is built,
 * from the annotations that the permission filter reads: the two cannot tell different stories.
 */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public class OperationDocuments implements OASFilter {

  static final String PERMISSION = "x-iam-permission";
  static final String PLATFORM = "x-iam-platform";
  static final String BULK = "x-iam-bulk";
  static final String ANY_CALLER = "x-iam-any-caller";
  static final String PUBLIC = "x-iam-public";
  private static final String SCHEME = "bearer";
  private static final DotName REQUIRES =
      DotName.createSimple("io.iamplane.shared.RequiresPermission");
  private static final DotName DECIDES = DotName.createSimple("io.iamplane.shared.AnswersDecision");
  private static final DotName LISTS = DotName.createSimple("io.iamplane.shared.ListsDecisions");
  private static final DotName BULK_READ = DotName.createSimple("io.iamplane.shared.BulkRead");
  private static final DotName ANY = DotName.createSimple("io.iamplane.shared.AnyCaller");
  private static final DotName OPEN = DotName.createSimple("io.iamplane.shared.Public");
  private static final DotName TAGGED =
      DotName.createSimple("org.jboss.resteasy.reactive.RestResponse");
  private static final DotName DATA = DotName.createSimple("io.iamplane.shared.wire.Data");
  private static final DotName STATUS =
      DotName.createSimple("org.jboss.resteasy.reactive.ResponseStatus");
  private static final DotName RESPONSE =
      DotName.createSimple("org.eclipse.microprofile.openapi.annotations.responses.APIResponse");
  private static final DotName RESPONSES =
      DotName.createSimple("org.eclipse.microprofile.openapi.annotations.responses.APIResponses");

  /** The flag of a public method in a class file (JVMS, table 4.6-A). */
  private static final int PUBLIC_METHOD = 0x0001;

  private static final String USUAL = "200";
  private static final String OTHERS = "default";

  /** Sorted, so that one source makes one document. */
  private static final SortedMap<String, String> REFUSALS =
      new TreeMap<>(
          Map.of(
              "401", "The bearer token is missing, malformed, expired or not issued for this API",
              "403", "The caller lacks the permission, or a dependency is unavailable",
              "422", "A member or parameter is invalid, or a rule is violated",
              "429", "Too many requests"));

  private final IndexView index;
  private final Map<String, ClassInfo> ours;

  public OperationDocuments(IndexView index) {
    this.index = index;
    this.ours = ours(index);
  }

  @Override
  public void filterOpenAPI(OpenAPI document) {
    if (document.getComponents() == null) {
      document.setComponents(OASFactory.createComponents());
    }
    document
        .getComponents()
        .addSecurityScheme(
            SCHEME,
            OASFactory.createSecurityScheme()
                .type(SecurityScheme.Type.HTTP)
                .scheme(SCHEME)
                .bearerFormat("JWT")
                .description(
                    "An access token (RFC 9068) from /oauth/token, only in the"
                        + " Authorization header. A key-bound token requires the DPoP scheme and a"
                        + " proof (RFC 9449)."))
        .addSchema(ProblemSchema.NAME, ProblemSchema.schema());
    if (document.getPaths() != null && document.getPaths().getPathItems() != null) {
      document.getPaths().getPathItems().forEach((path, item) -> complete(path, item));
      RecordSchemas.complete(new ShownRecords(index), document);
      PatchBodies.complete(document);
    }
  }

  private void complete(String path, PathItem item) {
    item.getOperations()
        .forEach((method, operation) -> {
          MethodInfo java = javaMethod(operation.getOperationId());
          if (java == null) {
            return;
          }
          success(operation, java);
          PageParameters.complete(operation);
          explained(operation);
          AnnotationInstance needed = java.annotation(REQUIRES);
          if (needed != null) {
            guarded(path, method, operation, java, needed);
          } else if (java.hasAnnotation(ANY)) {
            operation.addExtension(ANY_CALLER, java.annotation(ANY).value().asString());
            operation.addSecurityRequirement(
                OASFactory.createSecurityRequirement().addScheme(SCHEME));
            REFUSALS.forEach((status, text) -> refusal(operation, java, status, text));
            if (path.contains("{")) {
              refusal(
                  operation,
                  java,
                  "404",
                  "The resource does not exist or does not belong to the caller");
            }
            if (method != PathItem.HttpMethod.GET) {
              refusal(operation, java, "409", "The request conflicts with the current state");
            }
            refusal(operation, java, OTHERS, "Any other error");
          } else if (java.hasAnnotation(OPEN)) {
            operation.addExtension(PUBLIC, java.annotation(OPEN).value().asString());
            refusal(operation, java, OTHERS, "Any other error");
          }
        });
  }

  private static void guarded(
      String path,
      PathItem.HttpMethod method,
      Operation operation,
      MethodInfo java,
      AnnotationInstance needed) {
    operation.addExtension(PERMISSION, needed.value().asString());
    AnnotationValue platform = needed.value("platform");
    if (platform != null && platform.asBoolean()) {
      operation.addExtension(PLATFORM, true);
    }
    if (java.hasAnnotation(BULK_READ)) {
      operation.addExtension(BULK, true);
    }
    operation.addSecurityRequirement(OASFactory.createSecurityRequirement().addScheme(SCHEME));
    REFUSALS.forEach((status, text) -> refusal(operation, java, status, text));
    if (path.contains("{") || namesByParameter(operation)) {
      refusal(
          operation, java, "404", "The resource does not exist or belongs to another organization");
    }
    if (method == PathItem.HttpMethod.GET && showsRevision(java)) {
      remembered(operation);
    }
    if (takesIfMatch(operation)) {
      refusal(operation, java, "412", "`If-Match` does not match the current revision");
    }
    if (method != PathItem.HttpMethod.GET) {
      refusal(operation, java, "400", "The body cannot be read");
    }
    refusal(operation, java, OTHERS, "Any other error");
    boolean repeatable =
        java.hasAnnotation(DECIDES) || java.hasAnnotation(LISTS) || ApiPaths.isSimulation(path);
    if (method != PathItem.HttpMethod.GET && !repeatable) {
      refusal(operation, java, "409", "The request conflicts with the current state");
      operation.addParameter(
          OASFactory.createParameter()
              .name("Idempotency-Key")
              .in(Parameter.In.HEADER)
              .description(
                  "For 7 days, a repeated request with the same key returns the first response")
              .schema(OASFactory.createSchema().addType(Schema.SchemaType.STRING).maxLength(255)));
    }
  }

  /** The status that a method answers with; beside it 200 where the method says when. */
  private static void success(Operation operation, MethodInfo java) {
    AnnotationInstance status = java.annotation(STATUS);
    if (status == null) {
      return;
    }
    APIResponse usual = operation.getResponses().getAPIResponse(USUAL);
    operation
        .getResponses()
        .addAPIResponse(
            Integer.toString(status.value().asInt()),
            OASFactory.createAPIResponse().description("Created").content(usual.getContent()));
    if (!says(java, USUAL)) {
      operation.getResponses().removeAPIResponse(USUAL);
    }
  }

  private static boolean says(MethodInfo java, String status) {
    AnnotationInstance one = java.annotation(RESPONSE);
    AnnotationInstance several = java.annotation(RESPONSES);
    return Stream.concat(
            Stream.ofNullable(one),
            Stream.ofNullable(several).flatMap(each -> Stream.of(each.value().asNestedArray())))
        .map(each -> each.value("responseCode"))
        .anyMatch(code -> code != null && status.equals(code.asString()));
  }

  /** A refusal that the operation itself declares has the body of all others. */
  private static void explained(Operation operation) {
    operation
        .getResponses()
        .getAPIResponses()
        .forEach((status, response) -> {
          if (status.startsWith("4") && response.getContent() == null) {
            response.setContent(ProblemSchema.body());
          }
        });
  }

  /** Returns true if the answer is of one resource, whose revision is its entity tag. */
  private static boolean showsRevision(MethodInfo java) {
    return java.returnType().kind() == Type.Kind.PARAMETERIZED_TYPE
        && java.returnType().name().equals(TAGGED)
        && java.returnType().asParameterizedType().arguments().getFirst().name().equals(DATA);
  }

  private static void remembered(Operation operation) {
    operation
        .addParameter(
            OASFactory.createParameter()
                .name(HttpHeaders.IF_NONE_MATCH)
                .in(Parameter.In.HEADER)
                .description(
                    "Entity tags of responses that the client has; returns 304 if one of them"
                        + " matches")
                .schema(OASFactory.createSchema().addType(Schema.SchemaType.STRING)))
        .getResponses()
        .addAPIResponse(
            "304",
            OASFactory.createAPIResponse()
                .description("Not modified: the client has the current version"));
  }

  private static boolean namesByParameter(Operation operation) {
    return operation.getParameters() != null
        && operation.getParameters().stream()
            .anyMatch(parameter ->
                parameter.getIn() == Parameter.In.QUERY
                    && Boolean.TRUE.equals(parameter.getRequired()));
  }

  private static boolean takesIfMatch(Operation operation) {
    return operation.getParameters() != null
        && operation.getParameters().stream()
            .anyMatch(parameter -> "If-Match".equals(parameter.getName()));
  }

  /** Unless the operation says itself when it answers so. */
  private static void refusal(Operation operation, MethodInfo java, String status, String text) {
    if (!says(java, status)) {
      operation
          .getResponses()
          .addAPIResponse(
              status,
              OASFactory.createAPIResponse().description(text).content(ProblemSchema.body()));
    }
  }

  /** Operation ids are {@code ClassName_methodName}. */
  private @Nullable MethodInfo javaMethod(@Nullable String operationId) {
    if (operationId == null || operationId.indexOf('_') < 0) {
      return null;
    }
    String type = operationId.substring(0, operationId.indexOf('_'));
    String method = operationId.substring(operationId.indexOf('_') + 1);
    ClassInfo resource = ours.get(type);
    return resource == null
        ? null
        : resource.methods().stream()
            .filter(m -> m.name().equals(method) && (m.flags() & PUBLIC_METHOD) != 0)
            .findFirst()
            .orElse(null);
  }

  /** By their simple names. The index filters all classes again whenever it is asked for them. */
  private static Map<String, ClassInfo> ours(IndexView index) {
    return index.getKnownClasses().stream()
        .filter(type -> type.name().toString().startsWith("io.iamplane."))
        .collect(Collectors.toMap(ClassInfo::simpleName, type -> type, (first, _) -> first));
  }
}
