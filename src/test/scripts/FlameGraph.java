import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Draws where the processor's time went, from a recording with {@code jdk.CPUTimeSample} (JEP 509),
 * or who allocated, with {@code jdk.ObjectAllocationSample}, as a flame graph: a frame is as wide as
 * its share of the samples or bytes, callers stand below.
 *
 * <pre>java src/test/scripts/FlameGraph.java recording.jfr graph.svg [deepest] [bytes]</pre>
 *
 * <p>A change lies some 150 frames deep: the service has to run with {@code
 * -XX:FlightRecorderOptions=stackdepth=256}.
 */
public final class FlameGraph {

  private static final int WIDTH = 1_400;
  private static final int ROW = 15;

  /** What is narrower is left out: it could not be read. */
  private static final double NARROWEST = 6;

  private static final double LETTER = 5.6;

  /** What only passes calls on. */
  private static final Pattern GLUE =
      Pattern.compile(
          "java\\.lang\\.invoke\\..*|jdk\\.internal\\..*|io\\.quarkus\\..*|org\\.jboss\\.resteasy\\..*|io\\.vertx\\..*"
              + "|io\\.netty\\.channel\\..*|.*\\$\\$Lambda.*|0x.*|.*\\.0x.*|.*_(Bean|ClientProxy|Subclass|quarkus).*|java\\.util\\.stream\\..*");

  private final Map<String, FlameGraph> callees = new TreeMap<>();
  private long samples;

  private FlameGraph() {}

  public static void main(String... arguments) throws IOException {
    int deepest = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 70;
    boolean bytes = arguments.length > 3 && arguments[3].equals("bytes");
    String wanted = bytes ? "jdk.ObjectAllocationSample" : "jdk.CPUTimeSample";
    FlameGraph all = new FlameGraph();
    try (RecordingFile recording = new RecordingFile(Path.of(arguments[0]))) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        if (event.getEventType().getName().equals(wanted) && event.getStackTrace() != null) {
          long weight = bytes ? event.getLong("weight") : 1;
          all.add(weight, thread(event), event.getStackTrace().getFrames().reversed(), deepest);
        }
      }
    }
    int rows = all.depth();
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"monospace\" font-size=\"9\" stroke-width=\"0.3\">%n"
            .formatted(WIDTH, rows * ROW));
    String title = (bytes ? "%,d bytes" : "%,d samples").formatted(all.samples);
    all.draw(svg, title, 0, WIDTH, (rows - 1) * ROW, all.samples);
    Files.writeString(Path.of(arguments[1]), svg.append("</svg>\n"));
  }

  private static String thread(RecordedEvent event) {
    String name = event.getThread("eventThread").getJavaName();
    return name == null ? "other" : name.replaceAll("[-0-9]+$", "");
  }

  private void add(long weight, String thread, List<RecordedFrame> frames, int deepest) {
    samples += weight;
    FlameGraph at = callees.computeIfAbsent(thread, _ -> new FlameGraph());
    at.samples += weight;
    List<String> names =
        frames.stream()
            .map(RecordedFrame::getMethod)
            .filter(method -> !GLUE.matcher(method.getType().getName()).matches())
            .map(method ->
                method.getType().getName().replaceFirst(".*\\.", "") + "." + method.getName())
            .limit(deepest)
            .toList();
    for (String name : names) {
      at = at.callees.computeIfAbsent(name, _ -> new FlameGraph());
      at.samples += weight;
    }
  }

  private int depth() {
    return 1 + callees.values().stream().mapToInt(FlameGraph::depth).max().orElse(0);
  }

  private void draw(StringBuilder svg, String name, double x, double width, int y, long whole) {
    if (width < NARROWEST) {
      return;
    }
    String label = escaped(name);
    svg.append(
        String.format(
            Locale.ROOT,
            "<g><title>%1$s: %2$.1f %%</title><path d=\"M%3$.0f %4$dh%5$.0fv%6$dH%3$.0fz\" fill=\"%7$s\"/>",
            label,
            100.0 * samples / whole,
            x,
            y,
            width,
            ROW,
            color(name)));
    int letters = (int) (width / LETTER);
    if (letters > 3) {
      String shown = name.length() <= letters ? name : name.substring(0, letters - 1) + "…";
      svg.append(
          String.format(
              Locale.ROOT, "<text x=\"%.1f\" y=\"%d\">%s</text>", x + 2, y + 11, escaped(shown)));
    }
    svg.append("</g>\n");
    double at = x;
    for (Map.Entry<String, FlameGraph> callee :
        callees.entrySet().stream()
            .sorted(Comparator.comparingLong(entry -> -entry.getValue().samples))
            .toList()) {
      double share = width * callee.getValue().samples / samples;
      callee.getValue().draw(svg, callee.getKey(), at, share, y - ROW, whole);
      at += share;
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** One color for each type, so that the same one is found again. */
  private static String color(String name) {
    int dot = name.indexOf('.');
    int hue = Math.floorMod((dot < 0 ? name : name.substring(0, dot)).hashCode(), 50);
    return "#%06x".formatted(Color.HSBtoRGB(hue / 360f, 0.45f, 0.97f) & 0xffffff);
  }
}
