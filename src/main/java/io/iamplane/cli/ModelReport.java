package io.iamplane.cli;

import io.iamplane.migrate.target.ImportReport;
import java.util.ArrayList;
import java.util.List;

/** The differences after the import of a model, line by line. */
final class ModelReport {

  private ModelReport() {}

  static List<String> lines(ImportReport report) {
    List<String> lines = new ArrayList<>();
    report.lines().forEach(each -> lines.add(each.toString()));
    if (report.more() > 0) {
      lines.add("... and %d more".formatted(report.more()));
    }
    return lines;
  }
}
