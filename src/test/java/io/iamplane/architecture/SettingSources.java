package io.iamplane.architecture;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The settings of the application, read from the sources of the types that they are mapped to. */
final class SettingSources {

  private static final Map<String, String> UNITS =
      Map.of("millis", "ms", "seconds", "s", "minutes", "min", "hours", "h", "days", "d");

  private final Trees trees;
  private final CompilationUnitTree unit;
  private final Map<String, String> constants = new HashMap<>();
  private final List<Setting> settings = new ArrayList<>();

  /**
   * A setting.
   *
   * @param key the key in a properties file
   * @param preset the default; empty if there is none
   * @param bounds the allowed values, as far as annotations declare them
   * @param meaning in Markdown; empty if the source has no Javadoc
   */
  record Setting(String key, String preset, String bounds, String meaning) {

    /** The variable of the environment (MicroProfile Config 3.1, "Environment Variables"). */
    String variable() {
      return key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }
  }

  private SettingSources(Trees trees, CompilationUnitTree unit) {
    this.trees = trees;
    this.unit = unit;
  }

  /** All settings below a folder of sources, by key. */
  static List<Setting> below(Path sources) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(sources)) {
      files = all.filter(file -> file.toString().endsWith("Config.java")).sorted().toList();
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<Setting> found = new ArrayList<>();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(files));
      Trees trees = Trees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        SettingSources one = new SettingSources(trees, unit);
        one.read();
        found.addAll(one.settings);
      }
    }
    found.sort(Comparator.comparing(Setting::key));
    return found;
  }

  private void read() {
    for (Tree type : unit.getTypeDecls()) {
      if (type instanceof ClassTree mapped) {
        mapped.getMembers().forEach(this::keep);
        value(mapped.getModifiers().getAnnotations(), "ConfigMapping", "prefix")
            .ifPresent(prefix -> read(prefix, mapped, mapped));
      }
    }
  }

  private void keep(Tree member) {
    if (member instanceof VariableTree constant
        && constant.getInitializer() instanceof LiteralTree literal) {
      constants.put(constant.getName().toString(), String.valueOf(literal.getValue()));
    }
  }

  private void read(String prefix, ClassTree group, ClassTree file) {
    for (Tree member : group.getMembers()) {
      // A method with a body computes something of the others.
      if (member instanceof MethodTree method && method.getBody() == null) {
        read(prefix, method, file);
      }
    }
  }

  private void read(String prefix, MethodTree method, ClassTree file) {
    List<? extends AnnotationTree> annotations = method.getModifiers().getAnnotations();
    String type = method.getReturnType().toString();
    Optional<ClassTree> group = group(file, type);
    String name =
        value(annotations, "WithName", "value").orElse(kebab(method.getName().toString()));
    String key = prefix + "." + name;
    if (group.isPresent()) {
      int before = settings.size();
      read(key, group.get(), file);
      // One that says nothing of its own is what its group is about.
      String about = meaning(key, group.get());
      for (int i = before; i < settings.size(); i++) {
        Setting each = settings.get(i);
        if (each.meaning().isEmpty()) {
          settings.set(i, new Setting(each.key(), each.preset(), each.bounds(), about));
        }
      }
      return;
    }
    boolean open = annotations.stream().anyMatch(each -> isNamed(each, "WithParentName"));
    settings.add(
        new Setting(
            open ? prefix + ".*" : key,
            value(annotations, "WithDefault", "value").orElse(""),
            bounds(annotations, type),
            meaning(key, method)));
  }

  private static Optional<ClassTree> group(ClassTree file, String type) {
    return file.getMembers().stream()
        .filter(member -> member.getKind() == Tree.Kind.INTERFACE)
        .map(ClassTree.class::cast)
        .filter(each -> each.getSimpleName().contentEquals(type))
        .findFirst();
  }

  private static String bounds(List<? extends AnnotationTree> annotations, String type) {
    String least = bound(annotations, "Min", "DurationMin");
    String most = bound(annotations, "Max", "DurationMax");
    if (type.equals("boolean")) {
      return "true, false";
    }
    if (least.isEmpty()) {
      return most.isEmpty() ? "" : "up to " + most;
    }
    return most.isEmpty() ? least + " or more" : least + " to " + most;
  }

  private static String bound(
      List<? extends AnnotationTree> annotations, String number, String duration) {
    for (AnnotationTree each : annotations) {
      if (isNamed(each, number) || isNamed(each, duration)) {
        return each.getArguments().stream()
            .map(SettingSources::quantity)
            .collect(Collectors.joining(" "));
      }
    }
    return "";
  }

  private static String quantity(ExpressionTree argument) {
    if (argument instanceof AssignmentTree assigned) {
      String unit = assigned.getVariable().toString();
      String amount = text(assigned.getExpression());
      return unit.equals("value") ? amount : amount + " " + UNITS.getOrDefault(unit, unit);
    }
    return text(argument);
  }

  private static String text(ExpressionTree expression) {
    return expression instanceof LiteralTree literal
        ? literal.getValue() instanceof Number number
            ? "%,d".formatted(number.longValue())
            : String.valueOf(literal.getValue())
        : expression.toString();
  }

  private Optional<String> value(
      List<? extends AnnotationTree> annotations, String name, String member) {
    return annotations.stream()
        .filter(each -> isNamed(each, name))
        .flatMap(each -> each.getArguments().stream())
        .map(argument -> argument instanceof AssignmentTree assigned ? assigned : null)
        .flatMap(Stream::ofNullable)
        .filter(assigned -> assigned.getVariable().toString().equals(member))
        .map(AssignmentTree::getExpression)
        .map(this::constant)
        .findFirst()
        .or(() ->
            annotations.stream()
                .filter(each -> isNamed(each, name))
                .flatMap(each -> each.getArguments().stream())
                .filter(LiteralTree.class::isInstance)
                .map(this::constant)
                .findFirst());
  }

  private String constant(ExpressionTree expression) {
    String written = expression.toString();
    return expression instanceof LiteralTree literal
        ? String.valueOf(literal.getValue())
        : constants.getOrDefault(written.substring(written.lastIndexOf('.') + 1), written);
  }

  private static boolean isNamed(AnnotationTree annotation, String name) {
    return annotation.getAnnotationType().toString().equals(name);
  }

  private String meaning(String key, Tree tree) {
    String comment = trees.getDocComment(TreePath.getPath(unit, tree));
    String prefix = key.substring(0, key.lastIndexOf('.') + 1);
    // The page has the variable's name before it.
    return comment == null
        ? ""
        : MarkdownDocs.of(comment, prefix).replaceFirst("^`IAM_\\w+`: ", "");
  }

  static String kebab(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
