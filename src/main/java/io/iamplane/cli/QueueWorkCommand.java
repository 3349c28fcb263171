package io.iamplane.cli;

import io.iamplane.webhook.worker.QueueService;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = QueueWorkCommand.NAME,
    header = "Deliver events to webhooks until SIGTERM.",
    description = {
      "%nAny number of workers share this work with the servers, which also deliver events",
      "unless IAM_QUEUE_WORKER_ENABLED is false. Health checks are on the management port. On",
      "SIGTERM, a worker claims no more deliveries, waits for running requests and releases",
      "the other deliveries, within 25 seconds."
    },
    footer = "  iam iam:queue:work --queue=default")
final class QueueWorkCommand extends JsonCommand {

  static final String NAME = "iam:queue:work";
  private static final String QUEUE = "default";

  private final Database database;
  private final SafeSettings settings;
  private final QueueService service;

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      defaultValue = QUEUE,
      description = "The queue to process; the only one is called default.")
  String queue = QUEUE;

  QueueWorkCommand(Database database, SafeSettings settings, QueueService service, Output output) {
    super(output);
    this.database = database;
    this.settings = settings;
    this.service = service;
  }

  @RegisterForReflection
  record View(String queue) {}

  @Override
  public Integer call() {
    if (!queue.equals(QUEUE)) {
      throw CommandException.usage(
          "there is no queue '" + queue + "'; the only queue is '" + QUEUE + "'");
    }
    settings.requireSafeWebhooks();
    database.requireSchema();
    service.start();
    print(new View(queue), List.of("processing queue " + queue));
    Quarkus.waitForExit();
    service.stop();
    return ExitCode.DONE;
  }
}
