import LinecheckExpressions
import LinecheckJSON

extension RulesReader {
    mutating func readScore(_ object: ObjectReading) {
        guard let node = object.value("score"),
            let score = self.object(node, as: RulesTable.score)
        else { return }
        let ratings = required(score, "ratings").map { readRatings($0) } ?? []
        var components: [ScoreRule.Component] = []
        if let list = required(score, "components") {
            for entry in self.list(list, "components") {
                if let component = readComponent(entry) { components.append(component) }
            }
        }
        document.score = ScoreRule(ratings: ratings, components: components)
    }

    private mutating func readRatings(_ node: JSONNode) -> [ScoreRule.Rating] {
        var ratings: [ScoreRule.Rating] = []
        let entries = list(node, "ratings")
        for (index, entry) in entries.enumerated() {
            guard let rating = object(entry, as: RulesTable.rating) else { continue }
            let isLast = index == entries.count - 1
            let atLeast =
                rating.value("at_least") == nil && isLast ? nil : integer(rating, "at_least", in: 0...1_000_000)
            if isLast, atLeast != nil {
                report("open-scale", entry, "the last rating takes what is left", "leave its \"at_least\" out")
            }
            if let atLeast, let above = ratings.last?.atLeast, atLeast >= above {
                report(
                    "unreachable-step", entry, "\(atLeast) after \(above) can never be reached",
                    "order them from the best")
            }
            ratings.append(ScoreRule.Rating(rating: string(rating, "rating") ?? "", atLeast: atLeast))
        }
        if entries.isEmpty { report("empty-list", node, "there are no ratings here") }
        return ratings
    }

    private mutating func readComponent(_ node: JSONNode) -> ScoreRule.Component? {
        guard let object = object(node, as: RulesTable.component) else { return nil }
        var inputs: [ScoreRule.Input] = []
        if let list = required(object, "inputs") {
            for entry in self.list(list, "inputs") {
                if let input = readInput(entry) { inputs.append(input) }
            }
        }
        let name = string(object, "name") ?? ""
        return ScoreRule.Component(
            name: name, title: optionalString(object, "title") ?? name,
            max: integer(object, "max", in: 0...1_000_000) ?? 0, inputs: inputs)
    }

    private mutating func readInput(_ node: JSONNode) -> ScoreRule.Input? {
        guard let input = object(node, as: RulesTable.input) else { return nil }
        let formula = required(input, "of").flatMap { self.formula($0, .quantityOrGrade) }
        let condition = input.value("when").flatMap { self.formula($0, .condition) }
        let type = formula?.expression.type
        var scale: [String]?
        if case .grade(let name) = type { scale = names.grades.first { $0.name == name }?.words }
        let steps = required(input, "steps").map { readSteps($0, type, scale) } ?? []
        guard let formula, !steps.isEmpty else { return nil }
        return ScoreRule.Input(formula: formula, condition: condition, steps: steps)
    }

    private mutating func readSteps(_ node: JSONNode, _ type: ValueType?, _ scale: [String]?) -> [ScoreRule.Step] {
        var steps: [ScoreRule.Step] = []
        var places: [JSONNode] = []
        for entry in list(node, "steps") {
            guard let step = object(entry, as: RulesTable.points) else { continue }
            let points = integer(step, "points", in: -1_000_000...1_000_000) ?? 0
            steps.append(ScoreRule.Step(threshold: threshold(step, type, scale: scale), points: points))
            places.append(entry)
        }
        checkOrder(steps.map(\.threshold), places, node)
        return steps
    }
}
