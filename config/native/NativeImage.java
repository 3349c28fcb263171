import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.UUID;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Starts the compiler of GraalVM's native image from its published jars, with the part of the
 * command line of {@code native-image} that Quarkus and the jars of this project use.
 *
 * <p>Options become options of the compiler's program ({@code -H:}), files under {@code
 * META-INF/native-image} of each jar become arguments, and all packages of the JDK and of the
 * compiler are exported to the compiler.
 */
final class NativeImage {

  private static final String BUILDER = "org.graalvm.nativeimage.builder";
  private static final String RUNNER = "com.oracle.svm.hosted.NativeImageGeneratorRunner";
  private static final String OF_USERS = "user+api";
  private static final String FOLDER = "META-INF/native-image";

  /**
   * Options that become one with another name. A name that ends with '=' takes the value with it.
   */
  private static final Map<String, String> RENAMED =
      Map.ofEntries(
          Map.entry("--features=", "-H:Features="),
          Map.entry("--no-fallback", "-H:FallbackThreshold=0"),
          Map.entry("--link-at-build-time", "-H:LinkAtBuildTime="),
          Map.entry("--link-at-build-time=", "-H:LinkAtBuildTime="),
          Map.entry("--initialize-at-build-time", "-H:ClassInitialization=:build_time"),
          Map.entry("--enable-url-protocols=", "-H:EnableURLProtocols="),
          Map.entry("--enable-http", "-H:EnableURLProtocols=http"),
          Map.entry("--enable-https", "-H:EnableURLProtocols=https"),
          Map.entry("--enable-monitoring=", "-H:EnableMonitoringFeatures="),
          Map.entry("--add-opens=", "-H:AddOpens="),
          Map.entry("--add-exports=", "-H:AddExports="),
          Map.entry("--gc=", "-H:SupportedGCs="),
          Map.entry(
              "--report-unsupported-elements-at-runtime", "-H:+ReportUnsupportedElementsAtRuntime"),
          Map.entry("--allow-incomplete-classpath", "-H:+AllowIncompleteClasspath"),
          Map.entry("--install-exit-handlers", "-H:+InstallExitHandlers"),
          Map.entry("--strict-image-heap", "-H:+StrictImageHeap"),
          Map.entry("--trace-object-instantiation=", "-H:TraceObjectInstantiation="),
          Map.entry("-march=", "-H:MicroArchitecture="),
          Map.entry("-o=", "-H:Name="));

  /** Names of files under META-INF/native-image and the options that name them to the compiler. */
  private static final Map<String, String> RESOURCES =
      Map.of(
          "reachability-metadata.json", "ReachabilityMetadataResources",
          "reflect-config.json", "ReflectionConfigurationResources",
          "jni-config.json", "JNIConfigurationResources",
          "resource-config.json", "ResourceConfigurationResources",
          "proxy-config.json", "DynamicProxyConfigurationResources",
          "serialization-config.json", "SerializationConfigurationResources",
          "predefined-classes-config.json", "PredefinedClassDigestsResources");

  /**
   * Modules of the JDK whose packages the compiler reads: no more than 1,000 packages can be
   * exported.
   */
  private static final List<String> READ =
      List.of(
          "java\\.(?!desktop|xml|sql|corba).*",
          "jdk\\.(internal\\.(?!le|ed|opt).*|jfr|management.*|net|zipfs|jdi|crypto.*)");

  private final Path home;
  private final List<String> ofJava = new ArrayList<>();
  private final List<String> ofImage = new ArrayList<>();
  private final Set<Path> classPath = new LinkedHashSet<>();
  private final List<Exclusion> exclusions = new ArrayList<>();

  private NativeImage(Path home) {
    this.home = home;
  }

  /** A file of a jar that is not read: both are found in the names. */
  private record Exclusion(Pattern jar, Pattern file) {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path home = Path.of(args[0]);
    List<String> rest = Arrays.asList(args).subList(1, args.length);
    if (rest.contains("--version")) {
      System.out.println(Files.readString(home.resolve("lib/svm/version")).strip());
      return;
    }
    NativeImage image = new NativeImage(home);
    image.read(expanded(rest));
    System.exit(image.run());
  }

  private static List<String> expanded(List<String> args) throws IOException {
    List<String> all = new ArrayList<>();
    for (String arg : args) {
      if (arg.startsWith("@")) {
        Stream.of(Files.readString(Path.of(arg.substring(1))).split("\\s+"))
            .filter(each -> !each.isEmpty())
            .map(each -> each.replaceAll("^\"(.*)\"$", "$1"))
            .forEach(all::add);
      } else {
        all.add(arg);
      }
    }
    return all;
  }

  private void read(List<String> args) throws IOException {
    Path jar = null;
    String name = null;
    Deque<String> left = new ArrayDeque<>(args);
    Deque<String> options = new ArrayDeque<>();
    while (!left.isEmpty()) {
      String arg = left.removeFirst();
      switch (arg) {
        case "-jar" -> jar = Path.of(left.removeFirst()).toAbsolutePath().normalize();
        case "-o" -> name = left.removeFirst();
        case "-cp", "-classpath", "--class-path" ->
            Stream.of(left.removeFirst().split(":")).map(Path::of).forEach(classPath::add);
        case "--exclude-config" ->
            exclusions.add(
                new Exclusion(
                    Pattern.compile(left.removeFirst()), Pattern.compile(left.removeFirst())));
        default -> {
          if (arg.startsWith("-")) {
            options.add(arg);
          } else {
            name = arg;
          }
        }
      }
    }
    if (jar == null || name == null) {
      throw new IllegalArgumentException("Needed: -jar JAR and the name of the executable");
    }
    Path file = Path.of(name).toAbsolutePath();
    add("-H:Path=" + file.getParent(), "driver");
    add("-H:CLibraryPath=" + home.resolve("lib/svm/clibraries/" + platform()), "driver");
    classPath.add(jar);
    try (JarFile opened = new JarFile(jar.toFile())) {
      Attributes manifest = opened.getManifest().getMainAttributes();
      String entries = manifest.getValue(Attributes.Name.CLASS_PATH);
      if (entries != null) {
        for (String entry : entries.strip().split(" +")) {
          Path path = jar.resolveSibling(entry).normalize();
          if (Files.exists(path)) {
            classPath.add(path);
          }
        }
      }
      opened(manifest, "Add-Opens", "-H:AddOpens=");
      opened(manifest, "Add-Exports", "-H:AddExports=");
      add("-H:Class=" + manifest.getValue(Attributes.Name.MAIN_CLASS), "driver");
    }
    for (Path entry : classPath) {
      configured(entry);
    }
    for (String option : options) {
      option(option, OF_USERS);
    }
    add("-H:Name=" + file.getFileName(), OF_USERS);
    byte[] all = String.join(" ", ofImage).getBytes(StandardCharsets.UTF_8);
    add("-H:ImageBuildID=" + UUID.nameUUIDFromBytes(all), "driver");
  }

  private void opened(Attributes manifest, String name, String option) {
    String packages = manifest.getValue(name);
    if (packages != null) {
      for (String each : packages.strip().split(" +")) {
        add(option + each + "=ALL-UNNAMED", "driver");
      }
    }
  }

  private void option(String arg, String origin) {
    if (arg.startsWith("-J")) {
      ofJava.add(arg.substring(2));
    } else if (arg.startsWith("-D") || arg.startsWith("--enable-native-access")) {
      ofJava.add(arg);
    } else if (arg.startsWith("-H:") || arg.startsWith("-R:")) {
      add(arg, origin);
    } else if (arg.startsWith("-O")) {
      add("-H:Optimize=" + arg.substring(2), origin);
    } else if (arg.startsWith("--initialize-at-")) {
      initialisation(arg, origin);
    } else {
      int equals = arg.indexOf('=') + 1;
      String renamed = RENAMED.get(equals == 0 ? arg : arg.substring(0, equals));
      if (renamed == null) {
        throw new IllegalArgumentException(arg + " is not known here, at " + origin);
      }
      add(renamed + (equals == 0 ? "" : arg.substring(equals)), origin);
    }
  }

  private void initialisation(String arg, String origin) {
    int equals = arg.indexOf('=');
    String time = arg.startsWith("--initialize-at-run-time") ? ":run_time" : ":build_time";
    StringJoiner types = new StringJoiner(",");
    for (String type : (equals < 0 ? "" : arg.substring(equals + 1)).split(",")) {
      types.add(type.strip() + time);
    }
    add("-H:ClassInitialization=" + types, origin);
  }

  /** The compiler names the origin in its messages, and distrusts options that have none. */
  private void add(String arg, String origin) {
    int equals = arg.indexOf('=');
    if (!arg.startsWith("-H:")) {
      ofImage.add(arg);
    } else if (equals < 0) {
      ofImage.add(arg + "@" + origin);
    } else {
      ofImage.add(arg.substring(0, equals) + "@" + origin + arg.substring(equals));
    }
  }

  private void configured(Path entry) throws IOException {
    if (Files.isDirectory(entry)) {
      configured(entry, entry);
    } else {
      try (FileSystem jar =
          FileSystems.newFileSystem(URI.create("jar:" + entry.toUri()), Map.of())) {
        configured(entry, jar.getPath("/"));
      }
    }
  }

  private void configured(Path entry, Path root) throws IOException {
    Path folder = root.resolve(FOLDER);
    if (!Files.isDirectory(folder)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      if (exclusions.stream().noneMatch(each -> excludes(each, entry, file))) {
        configured(root, file, file.getFileName().toString());
      }
    }
  }

  private static boolean excludes(Exclusion exclusion, Path jar, Path file) {
    return exclusion.jar.matcher(jar.toString()).find()
        && exclusion.file.matcher(file.toString()).find();
  }

  private void configured(Path root, Path file, String name) throws IOException {
    String origin = file.toUri().toString();
    String resource = root.relativize(file).toString();
    if (RESOURCES.containsKey(name)) {
      add("-H:" + RESOURCES.get(name) + "=" + resource, origin + "+api");
    } else if (name.equals("native-image.properties")) {
      Properties properties = new Properties();
      try (InputStream opened = Files.newInputStream(file)) {
        properties.load(opened);
      }
      String here = resource.substring(0, resource.lastIndexOf('/'));
      for (String arg : words(properties.getProperty("Args"), here)) {
        option(arg, origin);
      }
      ofJava.addAll(words(properties.getProperty("JavaArgs"), here));
    }
  }

  private static List<String> words(String value, String here) {
    return value == null
        ? List.of()
        : Stream.of(value.replace("${.}", here).strip().split("\\s+"))
            .filter(each -> !each.isEmpty())
            .toList();
  }

  private static String platform() {
    return "linux-" + System.getProperty("os.arch");
  }

  private int run() throws IOException, InterruptedException {
    List<String> java = new ArrayList<>();
    java.addAll(Files.readAllLines(home.resolve("lib/svm/java-options")));
    List<Path> jars = jars();
    // The JDK has an empty module of this name.
    jars.stream()
        .filter(each -> each.getFileName().toString().startsWith("compiler-"))
        .forEach(each -> java.addAll(List.of("--upgrade-module-path", each.toString())));
    java.addAll(exports());
    java.addAll(ofJava);
    java.addAll(List.of("--module-path", joined(jars), "--add-modules=ALL-DEFAULT"));
    java.addAll(List.of("--module", BUILDER + "/" + RUNNER));
    // The compiler ends with this process.
    java.addAll(List.of("-keepalive", "/proc/" + ProcessHandle.current().pid() + "/comm"));
    List<String> image = new ArrayList<>(List.of("-imagecp", joined(List.copyOf(classPath))));
    image.addAll(ofImage);
    Path ofProgram = Files.createTempFile("native-image", ".args");
    Path ofMachine = Files.createTempFile("java", ".args");
    try {
      Files.writeString(ofProgram, String.join("\0", image));
      Files.write(ofMachine, java.stream().map(NativeImage::quoted).toList());
      ProcessBuilder process =
          new ProcessBuilder(
                  System.getProperty("java.home") + "/bin/java",
                  "@" + ofMachine,
                  "--image-args-file=" + ofProgram)
              .inheritIO();
      process.environment().put("USE_NATIVE_IMAGE_JAVA_PLATFORM_MODULE_SYSTEM", "true");
      return process.start().waitFor();
    } finally {
      Files.delete(ofProgram);
      Files.delete(ofMachine);
    }
  }

  private static String quoted(String arg) {
    return '"' + arg.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String joined(List<Path> paths) {
    return String.join(":", paths.stream().map(Path::toString).toList());
  }

  private List<Path> jars() throws IOException {
    try (Stream<Path> all = Files.list(home.resolve("lib/svm/builder"))) {
      return all.filter(each -> each.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /**
   * The compiler reads packages of the JDK that are not exported; which ones is not said in its
   * jars. Its own modules export to each other.
   */
  private List<String> exports() throws IOException {
    Set<String> compilers = new TreeSet<>(Set.of("ALL-UNNAMED"));
    Set<String> ours = new TreeSet<>();
    for (ModuleReference module : ModuleFinder.of(jars().toArray(Path[]::new)).findAll()) {
      compilers.add(module.descriptor().name());
      ours.add(module.descriptor().name());
    }
    String to = String.join(",", compilers);
    List<String> options = new ArrayList<>();
    for (ModuleReference module : ModuleFinder.ofSystem().findAll()) {
      ModuleDescriptor of = module.descriptor();
      if (ours.contains(of.name()) || READ.stream().noneMatch(of.name()::matches)) {
        continue;
      }
      Set<String> concealed = new TreeSet<>(of.packages());
      of.exports().stream()
          .filter(each -> !each.isQualified())
          .forEach(each -> concealed.remove(each.source()));
      concealed.forEach(each -> options.add("--add-exports=" + of.name() + "/" + each + "=" + to));
    }
    return options;
  }
}
