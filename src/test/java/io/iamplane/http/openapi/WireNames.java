package io.iamplane.http.openapi;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.FieldInfo;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/**
 * Writes the constants of enums in lower case, as {@code WireName} writes them into bodies. The
 * scanner calls only methods that an enum declares itself, never an inherited one; so that
 * interface is hidden from it ({@code application.properties}), and it shows the Java names.
 */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public class WireNames implements OASFilter {

  private static final DotName WIRE_NAME = DotName.createSimple("io.iamplane.shared.WireName");

  private final Set<List<String>> constants;

  public WireNames(IndexView index) {
    this.constants =
        index.getKnownClasses().stream()
            .filter(type -> type.isEnum() && type.interfaceNames().contains(WIRE_NAME))
            .map(WireNames::constants)
            .collect(Collectors.toSet());
  }

  private static List<String> constants(ClassInfo type) {
    return type.fieldsInDeclarationOrder().stream()
        .filter(FieldInfo::isEnumConstant)
        .map(FieldInfo::name)
        .toList();
  }

  @Override
  public Schema filterSchema(Schema schema) {
    List<Object> shown = schema.getEnumeration();
    if (isWireNames(shown)) {
      schema.setEnumeration(
          shown.stream().map(each -> (Object) each.toString().toLowerCase(Locale.ROOT)).toList());
    }
    return schema;
  }

  private boolean isWireNames(@Nullable List<Object> shown) {
    return shown != null && constants.contains(shown.stream().map(Object::toString).toList());
  }
}
